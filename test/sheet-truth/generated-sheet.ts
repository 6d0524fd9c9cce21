import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import {
  ADDRESS,
  type AddressPart,
  type Concept,
  FACTS,
  FAMILIES,
  type HeaderFamily,
  PATHS,
  PERSON,
} from "./header-families.ts";
import type { LeadValue } from "./truth.ts";

/** Sheets made of leads, so that what they mean is known. */

/** A cell as it is written, and the value that is meant; none for a cell that tells nothing. */
interface Written {
  text: string;
  value?: LeadValue;
}

/** A column of a generated sheet; without a path it tells nothing of a lead. */
export interface GeneratedColumn {
  header: string;
  /** Stands above the header, where the sheet has two rows of it. */
  band: string;
  path?: string;
  cells: readonly Written[];
}

export interface GeneratedSheet {
  family: string;
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
  /** Lines below the last lead. */
  below: readonly (readonly string[])[];
  /** Empty columns in front. */
  blankColumns: number;
}

export const PLAIN_LAYOUT: Layout = { title: [], below: [], blankColumns: 0 };

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

/** One lead, by concept. */
interface LeadSeed {
  name: readonly [string, string];
  property: readonly [string, City];
  home: readonly [string, City];
  facts: readonly number[];
}

const leadSeed: fc.Arbitrary<LeadSeed> = fc.record({
  name: fc.constantFrom(...NAMES),
  property: fc.tuple(fc.constantFrom(...STREETS), fc.constantFrom(...CITIES)),
  home: fc.tuple(fc.constantFrom(...STREETS), fc.constantFrom(...CITIES)),
  facts: fc.array(fc.nat(11), { minLength: FACTS.length, maxLength: FACTS.length }),
});

function writtenOf(seed: LeadSeed, index: number, concept: Concept, family: HeaderFamily): Written {
  const plain = (text: string): Written => ({ text, value: text });
  const [place, part] = concept.split(".") as ["property" | "home", AddressPart | undefined];
  if (part !== undefined) {
    const [street, [city, state, zip]] = seed[place];
    return plain({ street: `${street}`, city, state, zip }[part]);
  }
  if (concept === "firstName") return plain(seed.name[0]);
  if (concept === "lastName") return plain(seed.name[1]);
  if (concept === "email") return plain(`lead${index}@example.com`);
  if (concept === "phone") return plain(`(208) 555-01${10 + index}`);
  const choice = seed.facts[FACTS.indexOf(concept as (typeof FACTS)[number])] ?? 0;
  if (concept === "rent") {
    const usage = writtenOf(seed, index, "propertyUsage", family);
    return usage.value === "investment" ? { text: "$1,850.00", value: 1850 } : { text: "" };
  }
  const words = WORDS[concept === "liabilities" ? "listed" : concept]?.[family.language ?? "en"] ?? [];
  const [text = "", value] = words[choice % words.length] ?? [];
  return value === undefined ? { text } : { text, value };
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
  family: string;
  mark: AddressMark;
  seeds: readonly LeadSeed[];
  layout: Layout;
  irrelevant: readonly number[];
  hasCoBorrower: boolean;
  hasLoanOfficer: boolean;
  isHomeFirst: boolean;
}

export const sheetChoice: fc.Arbitrary<SheetChoice> = fc.record({
  family: fc.constantFrom(...Object.keys(FAMILIES)),
  mark: fc.constantFrom(...MARKS),
  seeds: fc.array(leadSeed, { minLength: 1, maxLength: 4 }),
  layout: layoutOf,
  irrelevant: fc.uniqueArray(fc.nat(IRRELEVANT.length - 1), { maxLength: 3 }),
  hasCoBorrower: fc.boolean(),
  hasLoanOfficer: fc.boolean(),
  isHomeFirst: fc.boolean(),
});

export function makeSheet(choice: SheetChoice): GeneratedSheet {
  const { family: name, mark, seeds, layout } = choice;
  const family = FAMILIES[name] as HeaderFamily;
  const column = (header: string, concept: Concept, band = ""): GeneratedColumn => ({
    header,
    band,
    path: PATHS[concept],
    cells: seeds.map((seed, index) => writtenOf(seed, index, concept, family)),
  });
  const other = (header: string, cellOf: (index: number) => string): GeneratedColumn => ({
    header,
    band: "",
    cells: seeds.map((_, index) => ({ text: cellOf(index) })),
  });
  const property = () =>
    ADDRESS.map((part) => {
      const isMarked = mark === "property" || mark === "both" || mark === "subject";
      const band = mark === "bands" ? "Subject Property" : "";
      return column((isMarked ? family.property : family.unmarked)[part], `property.${part}`, band);
    });
  const home = () =>
    ADDRESS.map((part) => {
      const isMarked = mark === "both" || mark === "home";
      return column(
        (isMarked ? family.home : family.unmarked)[part],
        `home.${part}`,
        mark === "bands" ? "Home" : "",
      );
    });
  const addresses =
    mark === "property" || mark === "unmarked"
      ? property()
      : choice.isHomeFirst
        ? [...home(), ...property()]
        : [...property(), ...home()];
  const others = [
    ...choice.irrelevant.map((at) => {
      const [header, cells] = IRRELEVANT[at] ?? ["Notes", [""]];
      return other(header, (index) => cells[index % cells.length] ?? "");
    }),
    ...(choice.hasCoBorrower
      ? PERSON.map((part) => other(family.coBorrower[part], (index) => coBorrowerCell(part, index)))
      : []),
    ...(choice.hasLoanOfficer
      ? [
          other(family.loanOfficer.email, () => "officer@example.test"),
          other(family.loanOfficer.phone, () => "208-555-0199"),
        ]
      : []),
  ];
  const columns = [
    ...PERSON.map((part) => column(family.person[part], part)),
    ...addresses,
    ...FACTS.map((fact) => column(family.facts[fact], fact)),
    ...others,
  ];
  return { family: name, mark, columns, layout };
}

const coBorrowerCell = (part: (typeof PERSON)[number], index: number) =>
  ({ firstName: "Una", lastName: "Wren", email: `second${index}@example.com`, phone: "(208) 555-0190" })[
    part
  ];

/** The sheet as CSV, and the row of its first lead as a spreadsheet program numbers it. */
export function writeSheet({ columns, layout, mark }: GeneratedSheet): { csv: string; firstRow: number } {
  const blank = Array.from({ length: layout.blankColumns }, () => "");
  const bands =
    mark === "bands" ? [columns.map(({ band }, at) => (columns[at - 1]?.band === band ? "" : band))] : [];
  const header = [...bands, columns.map((column) => column.header)];
  const leads = columns[0]?.cells.map((_, row) => columns.map(({ cells }) => cells[row]?.text ?? "")) ?? [];
  const lines = [...layout.title, ...header, ...leads, ...layout.below].map((line) => [...blank, ...line]);
  const width = Math.max(...lines.map((line) => line.length));
  const csv = stringify(lines.map((line) => [...line, ...Array(width - line.length).fill("")]));
  return { csv, firstRow: layout.title.length + header.length + 1 };
}

/** The spreadsheet's letters of the column at this place. */
export function lettersAt(place: number, { layout }: GeneratedSheet): string {
  const at = place + layout.blankColumns;
  return at < 26 ? String.fromCharCode(65 + at) : `A${String.fromCharCode(65 + at - 26)}`;
}
