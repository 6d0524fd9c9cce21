import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import {
  ADDRESS,
  type AddressPart,
  type Concept,
  FACTS,
  FAMILIES,
  type Fact,
  type HeaderFamily,
  mixFamilies,
  PATHS,
  PERSON,
  type PersonPart,
} from "./header-families.ts";
import type { LeadValue } from "./truth.ts";

/** Sheets made of leads, so that what they mean is known. */

/** A cell as it is written, and what it tells, by path. */
interface Written {
  text: string;
  values: Readonly<Record<string, LeadValue>>;
}

/** A column of a generated sheet. */
export interface GeneratedColumn {
  header: string;
  /** Stands above the header, where the sheet has two rows of it. */
  band: string;
  /** What it tells; nothing where it is not of a lead. */
  paths: readonly string[];
  cells: readonly Written[];
}

export interface GeneratedSheet {
  mark: AddressMark;
  columns: readonly GeneratedColumn[];
  layout: Layout;
}

/**
 * Which addresses there are and which of them are marked.
 *
 * - `property`, `unmarked`: the property alone; `both`: both marked; `home`: the home marked, the property not;
 *   `subject`: the property marked, the home not; `none`: both unmarked; `bands`: both unmarked below bands that mark them.
 */
export type AddressMark = "property" | "unmarked" | "both" | "home" | "subject" | "none" | "bands";
export const MARKS: readonly AddressMark[] = [
  "property",
  "unmarked",
  "both",
  "home",
  "subject",
  "none",
  "bands",
];

export interface Layout {
  /** Lines above the header. */
  title: readonly (readonly string[])[];
  /** Lines above the second lead, where there is one; `header` is the header once more. */
  between: readonly (readonly string[] | "header")[];
  /** Lines below the last lead. */
  below: readonly (readonly string[])[];
  /** Empty columns in front. */
  blankColumns: number;
}

export const PLAIN_LAYOUT: Layout = { title: [], between: [], below: [], blankColumns: 0 };

const NAMES = [
  ["Alma", "Birch"],
  ["José", "Núñez"],
  ["Mary Ann", "O'Dell"],
  ["Dee", "Vander Woude"],
  ["Raj", "Iyer"],
] as const;
const STREETS = ["12 Elm St", "4406 N Lake Shore Dr", "9 Old Mill Rd", "310 W 5th Ave", "77 Orchard Ln"];
const CITIES = [
  ["Boise", "ID", "83702"],
  ["Salem", "MA", "01970"],
  ["Laredo", "TX", "78040"],
  ["St. Paul", "MN", "55105"],
] as const;
type City = (typeof CITIES)[number];

const WORDS: Readonly<
  Record<string, Readonly<Record<"en" | "es", readonly (readonly [string, LeadValue])[]>>>
> = {
  buildingType: {
    en: [
      ["Single Family", "singleFamily"],
      ["SFR", "singleFamily"],
      ["Townhouse", "townhouse"],
      ["Townhome", "townhouse"],
    ],
    es: [["Casa", "singleFamily"]],
  },
  propertyUsage: {
    en: [
      ["Owner Occupied", "primaryResidence"],
      ["Primary Residence", "primaryResidence"],
      ["Second Home", "secondHome"],
      ["O/O", "primaryResidence"],
      ["Investment", "investment"],
      ["NOO", "investment"],
    ],
    es: [
      ["Residencia principal", "primaryResidence"],
      ["Inversión", "investment"],
    ],
  },
  loanPurpose: {
    en: [
      ["Debt Consolidation", "debtConsolidation"],
      ["Home Improvement", "homeImprovement"],
    ],
    es: [["Consolidación de deudas", "debtConsolidation"]],
  },
  listed: {
    en: [
      ["Yes", true],
      ["No", false],
      ["Y", true],
      ["N", false],
    ],
    es: [
      ["Sí", true],
      ["No", false],
    ],
  },
};

/** One lead, before it is written down. */
interface LeadSeed {
  name: readonly [string, string];
  property: readonly [string, City];
  home: readonly [string, City];
  /** Chooses a word for each fact. */
  facts: readonly number[];
}

const leadSeed: fc.Arbitrary<LeadSeed> = fc.record({
  name: fc.constantFrom(...NAMES),
  property: fc.tuple(fc.constantFrom(...STREETS), fc.constantFrom(...CITIES)),
  home: fc.tuple(fc.constantFrom(...STREETS), fc.constantFrom(...CITIES)),
  facts: fc.array(fc.nat(11), { minLength: FACTS.length, maxLength: FACTS.length }),
});

/** The cell that tells this concept of a lead, in a column of its own. */
function cellOf(seed: LeadSeed, index: number, concept: Concept, family: HeaderFamily): Written {
  const language = family.language ?? "en";
  const plain = (text: string): Written => ({ text, values: { [PATHS[concept]]: text } });
  const [place, part] = concept.split(".") as ["property" | "home", AddressPart | undefined];
  if (part !== undefined) {
    const [street, [city, state, zip]] = seed[place];
    return plain({ street, city, state, zip }[part]);
  }
  const [firstName, lastName] = seed.name;
  const { email = "", phone = "" } = {
    email: `lead${index}@example.com`,
    phone: `(208) 555-01${10 + index}`,
  };
  const person: Partial<Record<Concept, string>> = { firstName, lastName, email, phone };
  const own = person[concept];
  if (own !== undefined) return plain(own);
  const isInvestment = wordFor(seed, "propertyUsage", language)[1] === "investment";
  if (concept === "rent") {
    return isInvestment ? { text: "$1,850.00", values: { [PATHS.rent]: 1850 } } : { text: "", values: {} };
  }
  const [text, value] = wordFor(seed, concept as Fact, language);
  return { text, values: { [PATHS[concept]]: value } };
}

function wordFor(seed: LeadSeed, fact: Fact, language: "en" | "es"): readonly [string, LeadValue] {
  const words = WORDS[fact === "liabilities" ? "listed" : fact]?.[language] ?? [];
  return words[(seed.facts[FACTS.indexOf(fact)] ?? 0) % words.length] ?? ["", ""];
}

/** Columns that are nothing of a lead, each with three cells to take turns. */
const IRRELEVANT: readonly (readonly [string, readonly string[]])[] = [
  ["Notes", ["left a message", "", "call after 5"]],
  ["Lead Source", ["Web", "Radio", "Web"]],
  ["Created Date", ["2026-10-30", "2026-11-02", "2026-11-03"]],
  ["Credit Score", ["720", "681", "700"]],
  ["Loan Amount", ["$310,000", "250000", ""]],
  ["Lead Status", ["New", "Open", "New"]],
  ["Campaign", ["HE Nov", "HE Nov", "HE Dec"]],
  ["Interest Rate", ["6.875%", "7.0%", ""]],
];

const layoutOf: fc.Arbitrary<Layout> = fc.record({
  title: fc.constantFrom<Layout["title"]>(
    [],
    [],
    [["Leads for the partner"]],
    [["Exported on 11/20/2026 by Pat"], []],
    [["Report:", "Leads"], ["Run by:", "Pat Lo"], []],
  ),
  between: fc.constantFrom<Layout["between"]>(
    [],
    [],
    [[]],
    ["header"],
    [["Subtotal: 1 lead"], ["BRANCH: SOUTH"]],
  ),
  below: fc.constantFrom<Layout["below"]>(
    [],
    [],
    [["Total", "3"]],
    [[], ["Confidential Information - Do Not Distribute"]],
    [["Grand Total: 3 leads"]],
  ),
  blankColumns: fc.constantFrom(0, 0, 0, 1),
});

export interface SheetChoice {
  family: HeaderFamily;
  mark: AddressMark;
  seeds: readonly LeadSeed[];
  layout: Layout;
  irrelevant: readonly number[];
  hasCoBorrower: boolean;
  hasLoanOfficer: boolean;
  isHomeFirst: boolean;
  /** First and last name in one column, as in `Ana Birch` or `Birch, Ana`. */
  name: "parts" | "full" | "last, first";
  /** Each address in one column. */
  hasWholeAddresses: boolean;
}

export const PLAIN_CHOICE = {
  layout: PLAIN_LAYOUT,
  irrelevant: [],
  hasCoBorrower: false,
  hasLoanOfficer: false,
  isHomeFirst: false,
  name: "parts",
  hasWholeAddresses: false,
} as const satisfies Partial<SheetChoice>;

export const sheetChoice: fc.Arbitrary<SheetChoice> = fc.record({
  family: fc.oneof(
    fc.constantFrom(...Object.values(FAMILIES)),
    fc.infiniteStream(fc.nat()).map((stream) => mixFamilies((count) => (stream.next().value ?? 0) % count)),
  ),
  mark: fc.constantFrom(...MARKS),
  seeds: fc.array(leadSeed, { minLength: 1, maxLength: 4 }),
  layout: layoutOf,
  irrelevant: fc.uniqueArray(fc.nat(IRRELEVANT.length - 1), { maxLength: 3 }),
  hasCoBorrower: fc.boolean(),
  hasLoanOfficer: fc.boolean(),
  isHomeFirst: fc.boolean(),
  name: fc.constantFrom("parts", "parts", "full", "last, first"),
  hasWholeAddresses: fc.constantFrom(false, false, true),
});

export function makeSheet(choice: SheetChoice): GeneratedSheet {
  const { family, mark, seeds, layout, irrelevant } = choice;
  const column = (
    header: string,
    concepts: readonly Concept[],
    band = "",
    join = joined,
  ): GeneratedColumn => ({
    header,
    band,
    paths: concepts.map((concept) => PATHS[concept]),
    cells: seeds.map((seed, index) => join(concepts.map((concept) => cellOf(seed, index, concept, family)))),
  });
  const person =
    choice.name === "parts"
      ? PERSON.map((part) => column(family.person[part], [part]))
      : [
          column(family.fullName, ["firstName", "lastName"], "", choice.name === "full" ? joined : lastFirst),
          ...(["email", "phone"] as const).map((part) => column(family.person[part], [part])),
        ];
  const address = (place: "property" | "home", marks: readonly AddressMark[], band: string) => {
    const headers = marks.includes(mark) ? family[place] : family.unmarked;
    const top = mark === "bands" ? band : "";
    const parts = ADDRESS.map((part) => `${place}.${part}` as const);
    if (choice.hasWholeAddresses) return [column(headers.street, parts, top, wholeAddress)];
    return ADDRESS.map((part) => column(headers[part], [`${place}.${part}`], top));
  };
  const property = address("property", ["property", "both", "subject"], "Subject Property");
  const home = mark === "property" || mark === "unmarked" ? [] : address("home", ["both", "home"], "Home");
  const columns = [
    ...person,
    ...(choice.isHomeFirst ? [...home, ...property] : [...property, ...home]),
    ...FACTS.map((fact) => column(family.facts[fact], [fact])),
    ...otherColumns(choice, family, irrelevant),
  ];
  return { mark, columns, layout };
}

const valuesOfAll = (cells: readonly Written[]): Record<string, LeadValue> =>
  Object.assign({}, ...cells.map(({ values }) => values));
const joined = (cells: readonly Written[]): Written => ({
  text: cells.map(({ text }) => text).join(" "),
  values: valuesOfAll(cells),
});
const lastFirst = (cells: readonly Written[]): Written => ({
  text: [...cells]
    .reverse()
    .map(({ text }) => text)
    .join(", "),
  values: valuesOfAll(cells),
});
const wholeAddress = (cells: readonly Written[]): Written => {
  const [street, city, state, zip] = cells.map(({ text }) => text);
  return { text: `${street}, ${city}, ${state} ${zip}`, values: valuesOfAll(cells) };
};

/** Columns that tell nothing of the lead: irrelevant ones, and those of other people. */
function otherColumns(
  { seeds, hasCoBorrower, hasLoanOfficer }: SheetChoice,
  family: HeaderFamily,
  irrelevant: readonly number[],
): GeneratedColumn[] {
  const other = (header: string, textOf: (index: number) => string): GeneratedColumn => ({
    header,
    band: "",
    paths: [],
    cells: seeds.map((_, index) => ({ text: textOf(index), values: {} })),
  });
  const coBorrower = (part: PersonPart, index: number) =>
    ({ firstName: "Una", lastName: "Wren", email: `second${index}@example.com`, phone: "(208) 555-0190" })[
      part
    ];
  return [
    ...irrelevant.map((at) => {
      const [header, cells] = IRRELEVANT[at] ?? ["Notes", [""]];
      return other(header, (index) => cells[index % cells.length] ?? "");
    }),
    ...(hasCoBorrower
      ? PERSON.map((part) => other(family.coBorrower[part], (index) => coBorrower(part, index)))
      : []),
    ...(hasLoanOfficer
      ? [
          other(family.loanOfficer.email, () => "officer@example.test"),
          other(family.loanOfficer.phone, () => "208-555-0199"),
        ]
      : []),
  ];
}

/** A sheet as CSV, and the rows of its leads as a spreadsheet program numbers them. */
export function writeSheet({ columns, layout, mark }: GeneratedSheet): { csv: string; rows: number[] } {
  const header = columns.map((column) => column.header);
  const bands = columns.map(({ band }, at) => (columns[at - 1]?.band === band ? "" : band));
  const leads = columns[0]?.cells.map((_, row) => columns.map(({ cells }) => cells[row]?.text ?? "")) ?? [];
  const lines: (readonly string[])[] = [...layout.title, ...(mark === "bands" ? [bands] : []), header];
  const rows: number[] = [];
  for (const [index, lead] of leads.entries()) {
    if (index === 1) lines.push(...layout.between.map((line) => (line === "header" ? header : line)));
    rows.push(lines.push(lead));
  }
  lines.push(...layout.below);
  const blank = Array.from({ length: layout.blankColumns }, () => "");
  const width = Math.max(...lines.map((line) => line.length));
  const csv = stringify(lines.map((line) => [...blank, ...line, ...Array(width - line.length).fill("")]));
  return { csv, rows };
}

/** The spreadsheet's letters of the column at this place. */
export function lettersAt(place: number, { layout }: GeneratedSheet): string {
  const at = place + layout.blankColumns;
  return at < 26 ? String.fromCharCode(65 + at) : `A${String.fromCharCode(65 + at - 26)}`;
}
