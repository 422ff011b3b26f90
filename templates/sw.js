{% load static %}// The site's worker. Each thing that it does is a script of its own, which does not know of the others.
self.notificationIcon = "{% static 'icons/192.png' %}";
importScripts("{% static 'js/worker/push.js' %}");
