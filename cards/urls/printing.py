"""Printing."""

from django.urls import path

from cards.views import printing as views

urlpatterns = [
    path("print/", views.printing, name="print"),
    path("print/preview.png", views.preview_picture, name="print_preview"),
    path("print/calibration.pdf", views.calibration_sheet, name="print_calibration"),
    path("print/cut.<slug:kind>", views.cut, name="print_cut"),
    path("print/tabletop.json", views.tabletop_object, name="print_object"),
    path("print/jobs/<str:token>/", views.job, name="print_job"),
    path("print/jobs/<str:token>/file/", views.job_file, name="print_file"),
    path("print/jobs/<str:token>/cancel/", views.cancel_job, name="cancel_print"),
    path("print/jobs/<str:token>/delete/", views.delete_job, name="delete_print"),
]
