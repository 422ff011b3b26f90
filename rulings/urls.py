"""Pages of the rulings. No ruling is called as one of the other pages (``models.RESERVED``); a test watches over it."""

from django.urls import URLPattern, URLResolver, path

from rulings import views

app_name = "rulings"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.index, name="index"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:slug>/", views.chapter, name="chapter"),
    path("glossary/", views.words, name="glossary"),
    path("abilities/", views.abilities_index, name="abilities"),
    path("abilities/<slug:slug>/", views.ability, name="ability"),
    path("matrix/", views.matrix, name="matrix"),
    path("matrix/of/<slug:edition>/", views.matrix, name="matrix-of"),
    path("matrix/<slug:first>/<slug:second>/", views.cell, name="cell"),
    path("matrix/of/<slug:edition>/<slug:first>/<slug:second>/", views.cell, name="cell-of"),
    path("examples/<slug:identifier>/", views.example, name="example"),
    path("questions/", views.questions, name="questions"),
    path("questions/<str:token>/", views.question, name="question"),
    path("questions/<str:token>/withdraw/", views.withdraw, name="withdraw"),
    path("<slug:identifier>/", views.ruling, name="ruling"),
    path("<slug:identifier>/why/", views.why, name="why"),
]
