{% load i18n rulings static %}{% language 'en' %}{% url 'offline' as offline %}{% endlanguage %}{% language 'fr' %}{% url 'offline' as hors_ligne %}{% endlanguage %}// The site's worker. Each thing that it does is a script of its own, which does not know of the others: of two that would
// answer the same request, the one above does.
self.notificationIcon = "{% static 'icons/192.png' %}";
self.offline = {
  pages: { en: "{{ offline }}", fr: "{{ hors_ligne }}" },
  files: ["{% bundle 'css/base.css' 'css/forms.css' %}", "{% static 'js/theme.js' %}", "{% bundle 'js/offline.js' %}"],
};
self.rules = {% rules_worker %};
self.addEventListener("install", () => self.skipWaiting()); // it depends on no page that is open
importScripts("{% static 'js/worker/push.js' %}");
importScripts("{% static 'js/worker/keeping.js' %}");
importScripts("{% static 'js/worker/rules.js' %}");
importScripts("{% static 'js/worker/books.js' %}");
importScripts("{% static 'js/worker/offline.js' %}");
