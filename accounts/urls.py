from django.urls import path

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("me/", views.me, name="me"),
    path("me/export/", views.export, name="export"),
    path("me/delete/", views.delete, name="delete"),
    path("report/<slug:kind>/<str:token>/", views.report, name="report"),
]
