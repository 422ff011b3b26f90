"""Pages about cards. Each part of the site has its file; what names no language is in ``files``."""

from cards.urls import catalogue, decks, exchange, printing, workshop

app_name = "cards"

urlpatterns = [
    *workshop.urlpatterns,
    *decks.urlpatterns,
    *exchange.urlpatterns,
    *printing.urlpatterns,
    *catalogue.urlpatterns,
]
