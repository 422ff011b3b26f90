"""Documents as the editor's script changes them: whatever is done in whatever order, the engine can read the result."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from engine.decks.formats.interchange import read_position, write_position
from grimoire.editor.documents import document_of, read_document, starter

pytestmark = pytest.mark.django_db(transaction=True)

# Edits drawn from a seed, each on a copy as the store makes it. Answers the document after each of them.
WANDER = """async ([start, seed, count]) => {
  const d = { ...await import("/static/js/editor/document.js"), ...await import("/static/js/editor/whole.js") };
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count) => Math.floor(random() * count);
  const pick = (list) => list[below(list.length)];
  const cards = [
    { name: "Wolf", type: "creature", cost: 1, av: 2, hp: 3, abilities: ["rage"] },
    { name: "Tick", type: "creature", cost: 1, av: 1, hp: 1, abilities: ["symbiote"] },
    { name: "Bolt", type: "incantation", cost: 2, av: 3, abilities: ["sharpening"] },
  ];
  const zones = (doc) => d.seatsOf(doc).flatMap((seat) => {
    const kinds = d.isAI(doc, seat) ? ["pile", "discard"] : ["hand", "champion"];
    return [...kinds, "upper", "lower"].map((kind) => `${kind}-${seat}`);
  });
  const anywhere = (doc) => ({ zone: pick(zones(doc)), index: below(5) });
  const somewhere = (doc) => {
    const filled = zones(doc).filter((zone) => d.itemsIn(doc, zone).length);
    const zone = pick(filled);
    return { zone, index: below(d.itemsIn(doc, zone).length) };
  };
  const onRow = (doc, change) => {
    const place = somewhere(doc);
    if (d.isRow(place.zone)) change(place, d.itemAt(doc, place));
  };
  const edits = {
    put: (doc) => d.put(doc, anywhere(doc), pick(cards), random() < 0.2),
    take: (doc) => d.take(doc, somewhere(doc)),
    move: (doc) => d.move(doc, somewhere(doc), anywhere(doc)),
    shift: (doc) => {
      const from = somewhere(doc);
      d.move(doc, from, { zone: from.zone, index: below(6) });
    },
    attach: (doc) => onRow(doc, (place) => {
      if (d.canHost(doc, place)) d.attach(doc, place, "symbiote", cards[1]);
    }),
    under: (doc) => onRow(doc, (place) => d.attach(doc, place, "enchained", pick(cards))),
    detach: (doc) => onRow(doc, (place) => d.detach(doc, place, pick(["symbiote", "enchained"]))),
    mark: (doc) => onRow(doc, (place) => d.mark(doc, place, pick(["damage", "sprint"]), below(4))),
    flag: (doc) => onRow(doc, (place) => {
      d.mark(doc, place, pick(["entered", "struck", "sharpened", "activated"]), random() < 0.7);
    }),
    crown: (doc) => onRow(doc, (place, item) => {
      const who = ["", "true", item.symbiote ? "symbiote" : "true"];
      if (doc.players[place.zone.slice(-1)].hand) d.mark(doc, place, "champion", pick(who));
    }),
    flip: (doc) => d.flip(doc, pick(d.seatsOf(doc))),
    reprint: (doc) => {
      const place = somewhere(doc);
      if (!d.isStronghold(d.itemAt(doc, place))) d.reprint(doc, place, pick(["cost", "av"]), below(9));
    },
    swap: (doc) => d.swapLines(doc),
    mode: (doc) => random() < 0.3 && d.setMode(doc, pick(["duel", "solo", "coop", "ffa", "teams"]), start),
    clear: (doc) => random() < 0.05 && d.clearAll(doc),
  };
  const steps = [];
  let doc = start;
  while (steps.length < count) {
    doc = structuredClone(doc);
    const name = pick(Object.keys(edits));
    edits[name](doc);
    steps.push([name, doc]);
  }
  return steps;
}"""


def test_whatever_is_edited_is_a_document(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto("/editor/")
    complete = 0
    for seed in range(6):
        before: Any = starter()
        for name, document in page.evaluate(WANDER, [starter(), seed, 150]):
            read = read_document(document)
            assert read.document == document, (seed, name, before)
            if read.position is not None:
                complete += 1
                assert document_of(read.position) == document, (seed, name, before)
                assert read_position(write_position(read.position)).key() == read.position.key()
            before = document
    assert complete > 50
