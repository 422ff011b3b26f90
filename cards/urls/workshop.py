"""The workshop: making cards and Champions."""

from django.urls import path

from cards.views import pictures, sets, workshop

urlpatterns = [
    path("workshop/", workshop.workshop, name="workshop"),
    path("workshop/new/", workshop.new_card, name="new_card"),
    path("workshop/preview/", workshop.preview, name="preview"),
    path("workshop/pictures/", pictures.pictures, name="pictures"),
    path("workshop/pictures/<str:token>/delete/", pictures.delete, name="delete_picture"),
    path("workshop/icons/", pictures.icons, name="icons"),
    path("workshop/credits/", pictures.icon_credits, name="icon_credits"),
    path("workshop/sets/<slug:slug>/", sets.edit_set, name="edit_set"),
    path("workshop/<str:token>/", workshop.edit, name="edit"),
    path("workshop/<str:token>/versions/", workshop.versions, name="versions"),
    path("workshop/<str:token>/versions/<int:number>/restore/", workshop.restore, name="restore_version"),
    path("workshop/<str:token>/versions/<int:number>/keep/", workshop.keep, name="keep_version"),
    path("workshop/<str:token>/visibility/", workshop.visibility, name="visibility"),
    path("workshop/<str:token>/duplicate/", workshop.duplicate, name="duplicate"),
    path("workshop/<str:token>/delete/", workshop.delete, name="delete"),
    path("workshop/<str:token>/take-back/", workshop.restore_card, name="restore_card"),
    path("workshop/<str:token>/remix/", workshop.remix, name="remix"),
]
