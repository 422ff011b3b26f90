"""Pages of the rulings. No ruling is called as one of the other pages (``models.RESERVED``); a test watches over it."""

from django.urls import URLPattern, URLResolver, path, register_converter

from rulings.games.addresses import GameName, ReadingNumber, RulingNumber
from rulings.views import decided, editing, games, matrix, offline, questions, queue, reading, rulebook

app_name = "rulings"
register_converter(GameName, "game")
register_converter(RulingNumber, "number")
register_converter(ReadingNumber, "reading")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", reading.index, name="index"),
    path("rules/", rulebook.rules, name="rules"),
    path("rules/<slug:slug>/", rulebook.chapter, name="chapter"),
    path("table/", rulebook.usual, name="usual"),
    path("glossary/", rulebook.words, name="glossary"),
    path("abilities/", reading.abilities_index, name="abilities"),
    path("abilities/<slug:slug>/", reading.ability, name="ability"),
    path("matrix/", matrix.matrix, name="matrix"),
    path("matrix/of/<slug:edition>/", matrix.matrix, name="matrix-of"),
    path("matrix/all/", matrix.in_words, name="matrix-words"),
    path("matrix/all/<slug:edition>/", matrix.in_words, name="matrix-words-of"),
    path("matrix/<slug:first>/<slug:second>/", matrix.cell, name="cell"),
    path("matrix/of/<slug:edition>/<slug:first>/<slug:second>/", matrix.cell, name="cell-of"),
    path("decided/", decided.decided, name="decided"),
    path("decided/sheet.pdf", decided.sheet, name="judges-sheet"),
    path("decided/<reading:number>/", decided.decision, name="reading"),
    path("offline/", offline.found, name="offline"),
    path("search.json", offline.data, name="offline-data"),
    path("examples/", reading.examples, name="examples"),
    path("examples/<slug:identifier>/", reading.example, name="example"),
    path("editing/new/", editing.new, name="new-ruling"),
    path("editing/questions/", queue.queue, name="queue"),
    path("editing/questions/<str:token>/", queue.answer, name="answer-question"),
    path("editing/<slug:identifier>/", editing.change, name="edit-ruling"),
    path("questions/", questions.questions, name="questions"),
    path("questions/similar/", questions.similar, name="similar"),
    path("questions/all/", questions.public, name="public-questions"),
    path("questions/<str:token>/", questions.question, name="question"),
    path("questions/<str:token>/too/", questions.share, name="share-question"),
    path("questions/<str:token>/private/", questions.make_private, name="make-private"),
    path("questions/<str:token>/withdraw/", questions.withdraw, name="withdraw"),
    path("<game:name>/", games.rulings, name="game"),
    path("<game:name>/rules/", games.rules, name="game-rules"),
    path("<game:name>/matrix/", games.matrix, name="game-matrix"),
    path("<game:name>/examples/", games.examples, name="game-examples"),
    path("<game:name>/decided/", decided.decided, name="game-decided"),
    path("<game:name>/decided/<reading:number>/", decided.decision, name="game-reading"),
    path("<game:name>/<number:number>/", games.ruling, name="game-ruling"),
    path("<game:name>/<number:number>/why/", games.why, name="game-why"),
    path("<slug:identifier>/", reading.ruling, name="ruling"),
    path("<slug:identifier>/why/", reading.why, name="why"),
]
