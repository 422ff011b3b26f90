"""The art of a card that has none of its own: a subject and a landscape, by the words of its name."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import Final

from cards.icons import beings

# Tints, each with the scene that goes with it.
_SCENES: Final = {
    "amber": "dunes",
    "tide": "waves",
    "ember": "peaks",
    "dusk": "spires",
    "grove": "trees",
    "iron": "ruins",
}
_TINTS: Final = tuple(_SCENES)

# icon: (tint, the beginnings of the words that call for it). Of several words the last one wins.
_SUBJECTS: Final[dict[str, tuple[str, str]]] = {
    "archer": ("grove", "archer bowman ranger éclaireur"),
    "angler-fish": ("tide", "angler lantern-fish baudroie"),
    "axe-swing": ("ember", "axe hewer hache"),
    "barbarian": ("ember", "barbarian marauder raider barbare berserk"),
    "bat": ("dusk", "bat bats chauve"),
    "bear-head": ("grove", "bear ours"),
    "bee": ("amber", "bee hornet wasp abeille guêpe"),
    "bell-shield": ("amber", "bell tocsin cloche"),
    "black-knight-helm": ("iron", "knight chevalier"),
    "boar": ("grove", "boar sanglier"),
    "broken-wall": ("iron", "breach brèche"),
    "bull": ("ember", "bull aurochs taureau"),
    "burning-meteor": ("ember", "meteor comet météore"),
    "candle-light": ("amber", "candle chandelle"),
    "pirate-captain": ("tide", "captain corsair pirate capitaine"),
    "cannon": ("iron", "cannon bombard canon"),
    "castle-ruins": ("iron", "ruin ruins ruine"),
    "cavalry": ("amber", "rider cavalry outrider cavalier"),
    "centaur": ("grove", "centaur centaure"),
    "chained-heart": ("dusk", "jailer gaoler warden chain geôlier"),
    "clover": ("grove", "clover luck trèfle"),
    "cobra": ("grove", "cobra asp"),
    "crab": ("tide", "crab crabe"),
    "croc-jaws": ("tide", "crocodile jaws mire"),
    "crow-dive": ("dusk", "crow corbeau"),
    "crystal-ball": ("dusk", "oracle seer diviner devin"),
    "crystal-cluster": ("amber", "crystal well geode cristal"),
    "cultist": ("dusk", "cultist acolyte zealot cultiste"),
    "curly-wing": ("amber", "feather plume"),
    "cyclops": ("iron", "cyclops cyclope"),
    "daemon-skull": ("ember", "demon fiend démon"),
    "deer": ("grove", "stag deer hart cerf"),
    "direwolf": ("grove", "dire wolf wolves pack loup"),
    "djinn": ("tide", "djinn genie djinn"),
    "dragon-head": ("ember", "dragon drake wyrm"),
    "drum": ("amber", "drum drummer tambour"),
    "dwarf-face": ("iron", "dwarf nain"),
    "eagle-emblem": ("amber", "eagle hawk falcon aigle faucon"),
    "eel": ("tide", "eel anguille"),
    "fire-wave": ("ember", "cinder fire blaze pyre brasier cendre"),
    "fox-head": ("amber", "fox renard"),
    "frog": ("tide", "frog toad grenouille crapaud"),
    "gargoyle": ("iron", "gargoyle gargouille"),
    "ghost": ("dusk", "ghost wraith shade phantom fantôme spectre"),
    "giant": ("iron", "giant titan géant"),
    "giant-squid": ("tide", "squid calmar"),
    "goblin-head": ("grove", "goblin gobelin"),
    "grim-reaper": ("dusk", "reaper death mort"),
    "griffin-symbol": ("amber", "griffin gryphon griffon"),
    "guards": ("iron", "guard sentinel watchman garde sentinelle"),
    "harpoon-trident": ("tide", "harpooner harpoon spearfisher"),
    "harpy": ("dusk", "harpy harpie"),
    "hooded-assassin": ("dusk", "cutpurse thief assassin rogue voleur"),
    "hooded-figure": ("dusk", "shadow stranger ombre"),
    "horned-helm": ("ember", "warlord chieftain chef"),
    "hound": ("amber", "hound dog chien"),
    "hydra": ("tide", "hydra hydre"),
    "ifrit": ("ember", "ifrit efreet éfrit"),
    "imp": ("ember", "imp diablotin"),
    "jellyfish": ("tide", "jelly méduse"),
    "lightning-storm": ("iron", "storm thunder lightning orage foudre"),
    "lion": ("amber", "lion lioness"),
    "magic-palm": ("dusk", "spell hex hand main sort"),
    "manta-ray": ("tide", "ray manta raie"),
    "mermaid": ("tide", "mermaid siren naiad sirène naïade"),
    "minotaur": ("ember", "minotaur minotaure"),
    "mounted-knight": ("amber", "lancer paladin banneret lancier"),
    "ninja-heroic-stance": ("dusk", "duellist dancer blade lame"),
    "octopus": ("tide", "octopus kraken tidebreaker pieuvre"),
    "ogre": ("grove", "ogre"),
    "orc-head": ("grove", "orc brute"),
    "owl": ("dusk", "owl hibou"),
    "pegasus": ("amber", "pegasus pégase"),
    "pikeman": ("iron", "pike pikeman spear spearman halberdier piquier"),
    "plague-doctor-profile": ("dusk", "doctor leech alchemist alchimiste"),
    "pyromaniac": ("ember", "pyromancer arsonist firebrand torch"),
    "raven": ("dusk", "raven rook"),
    "rock-golem": ("iron", "golem colossus quarry"),
    "salamander": ("ember", "salamander salamandre"),
    "sea-serpent": ("tide", "serpent reef"),
    "sea-turtle": ("tide", "turtle tortoise tortue"),
    "shark-jaws": ("tide", "shark requin"),
    "attached-shield": ("iron", "shield bulwark bouclier"),
    "siege-tower": ("iron", "siege ram siège bélier"),
    "skeleton": ("dusk", "skeleton bone squelette"),
    "slime": ("grove", "slime ooze gelée"),
    "spark-spirit": ("amber", "spark wisp sprite will feu-follet"),
    "spider-alt": ("dusk", "spider weaver araignée"),
    "surrounded-shield": ("amber", "blessing ward bénédiction"),
    "swordman": ("ember", "swordsman veteran soldier soldat champion"),
    "swordwoman": ("amber", "swordswoman captain-general maiden valkyrie"),
    "thorny-vine": ("grove", "thorn bramble vine creeper ivy ronce lierre"),
    "tree-face": ("grove", "treant elder oak ent chêne"),
    "troll": ("grove", "troll"),
    "unicorn": ("amber", "unicorn licorne"),
    "vampire-dracula": ("dusk", "vampire count countess comte"),
    "viking-head": ("iron", "viking norseman reaver"),
    "vulture": ("amber", "vulture vautour"),
    "war-axe": ("iron", "executioner headsman bourreau"),
    "big-wave": ("tide", "wave tide flood vague marée"),
    "whale-tail": ("tide", "whale leviathan baleine"),
    "witch-flight": ("dusk", "witch hedge sorcière"),
    "wizard-face": ("dusk", "wizard mage sage magicien"),
    "wolf-howl": ("dusk", "howl werewolf"),
    "woman-elf-face": ("grove", "elf dryad elfe dryade"),
    "wyvern": ("ember", "wyvern vouivre"),
    "arrow-cluster": ("iron", "volley arrows salve"),
    "frostfire": ("tide", "frost ice givre"),
    "poison-cloud": ("grove", "poison miasma spores"),
    "hunting-horn": ("amber", "horn herald cor héraut"),
    "chess-king": ("amber", "king queen roi reine"),
    "parmecia": ("grove", "parasite symbiont leech-kin"),
}
_INCANTATIONS: Final = ("fire-wave", "lightning-storm", "magic-palm", "arrow-cluster", "burning-meteor", "frostfire")
_BY_WORD: Final = {word: icon for icon, (_, words) in _SUBJECTS.items() for word in words.split()}
SUBJECT_ICONS: Final = frozenset(_SUBJECTS)


def seed_of(name: str) -> int:
    """A number that is always the same for a name."""
    return int.from_bytes(hashlib.sha256(name.encode("utf-8", "replace")).digest()[:8], "big")


@lru_cache(maxsize=4096)
def subject_of(name: str, is_creature: bool) -> tuple[str, str]:
    """(icon, tint) for a card's name: by its words, else by its hash."""
    words = re.findall(r"[\w'-]+", name.lower())
    called = [word for spelling in words for word in _keywords(spelling)]
    if called:
        icon = _BY_WORD[called[-1]]
        return icon, _SUBJECTS[icon][0]
    seed = seed_of(name)
    pool = sorted(SUBJECT_ICONS & beings()) if is_creature else list(_INCANTATIONS)
    return pool[seed % len(pool)], _TINTS[seed // 97 % len(_TINTS)]


def scene_of(tint: str) -> str:
    """The scene that goes with a tint of ``subject_of``."""
    return _SCENES[tint]


def _keywords(spelling: str) -> list[str]:
    """The keywords that a word of a name is, or is the plural of, or begins with (from five letters on)."""
    exact = [word for word in (spelling, spelling.removesuffix("s")) if word in _BY_WORD]
    return exact or [word for word in _BY_WORD if len(word) > 4 and spelling.startswith(word)]
