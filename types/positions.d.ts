// Positions as scripts hold them: the editor's document (clash-position/1, see engine/decks/formats), and the steps of a
// board as the server sends them (rulings.boards).

interface CardData {
  name: string;
  type: string;
  cost: number;
  av?: number;
  hp?: number;
  abilities?: string[];
  sharpened?: boolean;
  [printed: string]: any;
}

/** What lies in a zone: a card, a Creature with its card, a Champion beside the board; a Stronghold is a word instead. */
interface Item extends Partial<CardData> {
  card?: CardData;
  symbiote?: CardData;
  enchained?: CardData;
  champion?: boolean | "symbiote";
  damage?: number;
  sprint?: number;
  entered?: boolean;
  struck?: boolean;
  activated?: boolean;
  state?: string;
  [mark: string]: any;
}

interface Place {
  zone: string;
  index: number;
}

interface Player {
  hand?: any[];
  pile?: any[];
  discard?: any[];
  upper?: Item[];
  lower?: Item[];
  side?: string;
  champion?: { card: CardData; state: string };
  ai?: { [setting: string]: any };
  [setting: string]: any;
}

interface Conditions {
  incantations?: boolean;
  plays?: number;
  fewest?: boolean;
  with?: CardData[];
  without?: CardData[];
  keep?: string[];
}

interface PositionDocument {
  mode: string;
  first: string;
  active: string;
  phase: string;
  players: Record<string, Player>;
  objective?: {
    player: string;
    goal: any;
    turns: number;
    and?: any[];
    within?: boolean;
    ask?: string;
    conditions?: Conditions;
    hidden?: { player: string; cards: CardData[] };
  };
  result?: { winners: string[]; reason: string };
  [setting: string]: any;
}

type Edit = (doc: PositionDocument) => any;

/** What the server says of a document: grimoire.editor. */
interface Verdict {
  document?: PositionDocument;
  faults: Fault[];
  given?: Record<string, string[]>;
  windows?: Record<string, number>;
  faces?: (Face | null)[];
  symbols?: Record<string, string>;
  levels?: Record<string, string>;
  links?: Record<string, string>;
  isPosition?: boolean;
  packed?: string;
  notation?: string;
  goal?: string;
  legality?: { isNatural: boolean; text: string; mana: number } | null;
  text?: string;
  refused?: string;
}

interface Fault {
  at: string;
  text: string;
}

interface Face {
  card: CardData;
  champion: boolean;
  html: string;
  label: string;
  name: string;
}

/** What a click does. */
type Tool =
  | { kind: "pointer" | "eraser" | "target"; name?: undefined }
  | { kind: "stamp"; name: string; card: CardData; champion: boolean }
  | { kind: "carry"; name: string; from: Place };

interface Ability {
  name: string;
  icon: string;
  text: string;
}

type Abilities = Record<string, Ability>;

/** What is laid over a card, in the short words of what the server sends. */
interface Figure {
  t: string;
  y?: string;
  e?: string;
  m?: string;
  w?: string;
  x?: string;
  av?: number;
  hp?: number;
  hurt?: number | string;
  given?: string[];
  marks?: string[];
  n?: string[];
  left?: number;
  fort?: boolean;
  b?: boolean;
  exhausted?: boolean;
}

interface Panel {
  active: boolean;
  mana: number | null;
  pips: number;
  spent: number;
  [words: string]: any;
}

/** A step: of each after the first only what differs from the one before. */
interface Step {
  zones: Record<string, Figure[]>;
  seats: Record<string, Panel>;
  status: string;
  aim?: Blow;
}

/** Who strikes whom: zones, and places in them. */
interface Blow {
  from: [string, number];
  to: [string, number][];
}

interface BoardData {
  steps: Step[];
  step: number;
  abilities: Abilities;
}
