import { expect, it } from "vitest";
import { type Catalogue, type ParamsOf, personal } from "../src/base/finding.ts";
import { LEAD_TEXTS } from "../src/lead/lead-texts.ts";
import {
  ACTION_TEXTS,
  CONDITION_TEXTS,
  DESK_ACTION_TEXTS,
  deskActionText,
  MEANING_TEXTS,
} from "../src/outcome/guidance-texts.ts";
import { ANSWERED_TEXTS, ATTEMPT_TEXTS, HAPPENED_TEXTS } from "../src/outcome/happened-texts.ts";
import { DESK_STEP_TEXTS, STEP_TEXTS } from "../src/outcome/next-step.ts";
import { REASON_TEXTS, VERDICT_ACTION_TEXTS, VERDICT_TEXTS } from "../src/outcome/verdict-texts.ts";
import { ABSENT_TEXTS, EARLIER_TEXTS, FOUND_TEXTS } from "../src/report/text/found-texts.ts";
import { FIX_FILE_TEXTS, FIX_ROW_TEXTS, PEOPLE_TEXTS, RUN_TEXTS } from "../src/run/run-texts.ts";
import { ROUND_TEXTS } from "../src/send/round-texts.ts";
import {
  DESK_STOP_HINTS,
  STOP_TEXTS,
  type StopCode,
  type StopKnown,
  type StopText,
} from "../src/send/stop-texts.ts";
import { CONFIG_TEXTS } from "../src/settings/settings-errors.ts";
import { CELL_TEXTS } from "../src/sheet/cell-texts.ts";
import {
  COLUMN_NOTICE_TEXTS,
  COLUMN_QUESTION_TEXTS,
  REMARK_TEXTS,
} from "../src/sheet/columns/column-texts.ts";
import { MAPPING_TEXTS } from "../src/sheet/mapping/mapping-texts.ts";
import { DESK_NOTICE_TEXTS, SHEET_NOTICE_TEXTS } from "../src/sheet/notice-texts.ts";
import { ROW_TEXTS } from "../src/sheet/row-texts.ts";
import { WORD_DOUBTS } from "../src/sheet/word-texts.ts";

/** A catalogue as it is shown here, with parameters where its sentences show nothing of a placeholder, or differ by them. */
interface Shown {
  title: string;
  texts: Catalogue;
  samples: Readonly<Record<string, readonly unknown[]>>;
}

/** Parameters for some of a catalogue's codes, several where its sentence has several forms. */
type Samples<C> = { readonly [F in keyof C]?: readonly ParamsOf<C[F]>[0][] };

function shown<C extends Catalogue>(title: string, texts: C, samples: Samples<C> = {}): Shown {
  return { title, texts, samples: samples as Shown["samples"] };
}

const text = personal("Hut");
const columns = [personal("Street (C)"), personal("City (D)"), personal("Zip (E)")];

const ROWS = [{ ranges: ["7"] }, { ranges: ["2", "5-6", "8"] }, { ranges: ["2", "5-6"], more: 9 }];
const PASSED = [
  { column: personal("Style"), letters: "B", word: text, rows: 1 },
  { column: personal("Style"), word: text, isLeftOut: true, rows: 7 },
  { column: personal("Style"), letters: "B", rows: 7 },
];

/** Of both catalogues that tell of a row beside others. */
const BESIDE_OTHERS = {
  "maybe-same-person": [
    { run: "", row: 5, existing: "first", reasons: ["name-phone"], isSent: false },
    { run: "leadctl-runs/one", row: 5, existing: "created", reasons: ["reference-address"], isSent: false },
    { run: "leadctl-runs/one", row: 5, existing: "maybe", reasons: ["email"], isSent: true },
  ],
  "email-repeated": [
    { row: 5, of: "sheet" },
    { row: 5, of: "run" },
  ],
} as const;

const COUNTED = [{ count: 1 }, { count: 12 }];
const STEPS = {
  ...{ "send-refused": [{ status: 403 }, ...COUNTED], "ask-owner": [{}, ...COUNTED] },
  ...{ "send-unknown": COUNTED, "send-first": COUNTED, "send-again": COUNTED, "send-maybe-created": COUNTED },
  correct: [
    ...[{ rows: "17" }, ...COUNTED],
    ...[
      { count: 1, held: 1 },
      { count: 2, held: 2 },
      { count: 12, held: 3 },
    ],
  ].map((one) => ({
    ...one,
    file: "fix.csv",
  })),
};
/** Of a stop, in cases that an earlier round has reached the service and that none has. */
const PROVEN = [true, false].map((isProven) => ({
  ...{ isProven, mayExist: isProven },
  status: 404,
  ...{ address: "https://service.example", environment: isProven ? null : "staging" },
  keyVariable: "STAGING_KEY",
  why: "reset",
}));

const STOP_SENTENCES: Catalogue = Object.fromEntries(
  Object.entries(STOP_TEXTS).map(([code, textOf]) => [
    code,
    (known: StopKnown = {}) => {
      const { message, hint } = textOf(known);
      return [`${message}.`, hint].join(" ").trim();
    },
  ]),
);

const who = personal("Jane Doe");
const place = "leadctl-runs/one, row 3";
const SEEN = { status: 500, said: personal("boom") };
const NOTHING_MISSING = { unread: [], absent: [], purged: 0 };
const ALL_MISSING = {
  ...{ alike: "leadctl-runs/two, row 4", purged: 2 },
  ...{ unread: ["leadctl-runs/old"], absent: ["a", "b"] },
};
const SOME_MISSING = { unread: ["a", "b"], absent: ["far/away"], purged: 1 };
const IN_USE = { who, run: "leadctl-runs/one" };
const SENT_BEFORE = {
  ...{ times: 1, dir: "leadctl-runs/one", at: "2026-11-25T12:00:00.000Z" },
  ...{ condition: "complete", counts: "12 created" },
};
const PLACES = [
  { places: ["far/away"], lists: ["leadctl-runs/runs.ndjson"] },
  { places: ["far/away", "share"], lists: ["leadctl-runs/runs.ndjson"] },
];

const CATALOGUES: readonly Shown[] = [
  shown("What is found of a cell (src/sheet/cell-texts.ts)", CELL_TEXTS, {
    "address-copied": [
      { text, of: "residence", read: personal("1 Elm St") },
      { text, of: "property", read: personal("1 Elm St") },
    ],
    "cell-split": [
      { text, parts: ["firstName", "city"], values: [personal("Ana"), personal("Rome")], without: [] },
      { text, parts: [], values: [], without: [personal("MD"), personal("USA")] },
    ],
    "word-likely": [{ text, field: "buildingType", value: "condo", why: "not-only-home" }],
    "word-unknown": [
      { text, field: "buildingType", isConcept: false, why: "not-known" },
      { text, field: "loanPurpose", isConcept: true, why: "cash-out" },
    ],
    "rent-of-vacant-unread": [{ text }, {}],
  }),
  shown("What is found of a row as a whole (src/sheet/row-texts.ts)", ROW_TEXTS, {
    "row-shifted": [
      { cells: 1, columns: 3 },
      { cells: 2, columns: 3 },
    ],
    "row-long": [{ cells: 9, columns: 3 }, { upTo: "M" }],
    "row-short": [{ cells: 2, columns: 3 }],
    "row-cut": [{ isInQuotes: true }, { isInQuotes: false }],
    "cells-merged": [{ cells: "A2:C2" }],
    "item-not-object": [
      { item: 3, line: 9, type: "list" },
      { item: 3, line: 9, type: "null" },
      { item: 3, line: 9, type: "string" },
    ],
    "item-too-deep": [{ item: 3, line: 9, levels: 9 }],
    "properties-several": [{ item: 3, line: 9, count: 2, key: personal("properties") }],
  }),
  shown("What is told of a sheet (src/sheet/notice-texts.ts)", SHEET_NOTICE_TEXTS, {
    "sheet-chosen": [
      { sheet: personal("Nov"), others: [personal("Dec")], more: 0 },
      { sheet: personal("Nov"), others: [personal("Dec")], more: 8 },
    ],
    "first-page": [
      { name: personal("leads.json"), key: personal("next"), items: 1 },
      { name: personal("leads.json"), key: personal("next"), items: 50 },
    ],
    "header-repeated": ROWS,
    "rows-empty": ROWS,
    "hidden-rows": ROWS,
    "rows-marked": ROWS,
    "rows-skipped": [
      { ranges: ["7"], texts: [personal("Total")], areMore: false },
      { ranges: ["2", "5-6"], more: 9, texts: [personal("Total")], areMore: true },
      { ranges: ["2", "5"], texts: [], areMore: false },
    ],
    "merged-cells": [
      { cells: ["D2:D4", "D8:D9"], more: 0 },
      { cells: ["D2:D4"], more: 3 },
    ],
    "question-passed": PASSED,
    "answers-used": [
      { path: "answers.json", day: "2026-11-20", answers: columns },
      { path: "answers.json", answers: columns },
    ],
  }),
  shown("The same on the desk's page (src/sheet/notice-texts.ts)", DESK_NOTICE_TEXTS, {
    "sheet-chosen": [{ sheet: personal("Nov"), others: [personal("Dec")], more: 0 }],
    "question-passed": PASSED,
  }),
  {
    title: "Why a word is in doubt (src/sheet/word-texts.ts)",
    texts: Object.fromEntries(Object.entries(WORD_DOUBTS).map(([code, why]) => [code, () => why])),
    samples: {},
  },
  shown("What is asked of columns (src/sheet/columns/column-texts.ts)", COLUMN_QUESTION_TEXTS, {
    "column-of-two": [{ path: "contactInfo.email", columns }],
    "column-opposite": [{ path: "listedForSaleIn6Months", columns: columns.slice(0, 1) }],
    "address-whose": [{ columns, more: 4 }, { columns }],
    "contact-beside": [{ columns: columns.slice(0, 1), owner: personal("Agent (B)") }],
    "person-who": [{ columns: columns.slice(0, 1) }, { columns }],
  }),
  shown("What is told of columns (src/sheet/columns/column-texts.ts)", COLUMN_NOTICE_TEXTS, {
    "completing-column": [{ columns: columns.slice(0, 1), why: "period-of", others: columns.slice(1, 2) }],
    "several-columns": [{ columns }, { columns, path: "buildingType" }],
    "column-left-out": [
      { columns: columns.slice(0, 1), why: "field-is-other", path: "buildingType", others: columns.slice(1) },
    ],
    "default-used": [
      { path: "buildingType", value: "condo", mapping: "mapping.json" },
      { path: "address.city", value: "Rome", mapping: "mapping.json" },
    ],
    "absent-columns": [{ fields: ["loanPurpose", "contactInfo.phone"] }],
  }),
  shown("Remarks on columns (src/sheet/columns/column-texts.ts)", REMARK_TEXTS, {
    "field-is-other": [{ path: "buildingType", others: columns.slice(0, 1) }],
  }),
  shown("What is wrong in a mapping file (src/sheet/mapping/mapping-texts.ts)", MAPPING_TEXTS, {
    "field-unknown": [
      { text: personal("Zipp"), form: "json" },
      { text: personal("Zipp"), form: "sheet" },
    ],
    "values-of-several": [{ field: "contactInfo.fullName", form: "json" }],
    "value-of-other-kind": [
      { field: "propertyUnits", form: "json" },
      { field: "liabilitiesIn4Years", form: "sheet" },
    ],
    "zip-without-zeros": [{ field: "address.zip", form: "sheet" }],
    "constant-and-default": [{ field: "propertyUnits", form: "sheet" }],
    "no-choice": [{ choices: [".", ","] }],
  }),
  shown("What is found of a lead (src/lead/lead-texts.ts)", LEAD_TEXTS, {
    "value-unknown": [{ field: "buildingType" }, { field: "loanPurpose" }],
    "test-row": [{ signs: ["name", "email", "phone"] }],
  }),
  shown("What is found of a row beside others (src/run/run-texts.ts)", RUN_TEXTS, BESIDE_OTHERS),
  shown("Why a row of a fixed sheet cannot be used (src/run/run-texts.ts)", FIX_ROW_TEXTS),
  shown("What is asked and told about people (src/run/run-texts.ts)", PEOPLE_TEXTS, {
    "maybe-twice": COUNTED,
    "other-property": COUNTED,
    "known-left-out": COUNTED,
    "somebody-twice": [{ count: 1 }, { count: 2 }],
  }),
  shown("What to do next (src/outcome/next-step.ts)", STEP_TEXTS, STEPS),
  shown("The same on the desk (src/outcome/next-step.ts)", DESK_STEP_TEXTS, STEPS),
  shown("What is wrong in a configuration file (src/settings/settings-errors.ts)", CONFIG_TEXTS, {
    "setting-unknown": [
      { near: "rate", names: [] },
      { near: "", names: ["rate", "partner"] },
    ],
    "default-unknown": [{ near: "", names: [] }],
  }),
  shown("What a fix file says (src/run/run-texts.ts)", FIX_FILE_TEXTS, {
    "email-repeated": BESIDE_OTHERS["email-repeated"],
  }),
  {
    title: "Why a round stops (src/send/stop-texts.ts)",
    texts: STOP_SENTENCES,
    samples: {
      "files-exhausted": [undefined, ...PROVEN],
      "host-not-found": [undefined, ...PROVEN],
      "no-definite-answer": [undefined, { status: 500 }],
      "not-sent": [undefined, ...PROVEN],
      "not-the-service": [undefined, { status: 200 }],
      "nothing-listens": [undefined, ...PROVEN],
      "proxy-refused": [undefined, ...PROVEN],
      "proxy-unreachable": [undefined, ...PROVEN],
      redirected: [undefined, ...PROVEN],
      "retry-after": [undefined, { until: null }, { until: "2026-11-25T12:00:00.000Z" }],
      "service-unwell": [
        undefined,
        { end: "silent", status: null, why: "reset", isProxy: false },
        { end: "unreachable", status: null, why: "refused", isProxy: true },
        { end: "failing", status: 503, why: "", isProxy: false },
        { end: "undecided", status: 405, why: "", isProxy: false },
      ],
      "tls-refused": [undefined, { errorCode: "CERT_HAS_EXPIRED" }],
      unauthorized: [undefined, { keyVariable: "STAGING_KEY" }],
      "wrong-target": [undefined, ...PROVEN],
    },
  },
  shown("What is told of a round while it goes on (src/send/round-texts.ts)", ROUND_TEXTS, {
    "login-link-odd": (["no-web-address", "no-token", "other-host"] as const).map((fault) => ({
      row: 5,
      fault,
    })),
  }),
  shown("What happened to a row (src/outcome/happened-texts.ts)", HAPPENED_TEXTS, {
    unconfirmed: [{ hasLink: false }, { hasLink: true }],
    pieces: [
      { quoteId: personal("q-7"), hasLink: true },
      { quoteId: personal("q-7"), hasLink: false },
      { hasLink: true },
    ],
  }),
  shown("What an answer says (src/outcome/happened-texts.ts)", ANSWERED_TEXTS, {
    unreadable: [
      { status: 200 },
      ...(["not-json", "cut-off", "too-large", "encoded", "no-success", "odd-ids", "no-ids"] as const).map(
        (reason) => ({ ...SEEN, reason }),
      ),
    ],
    issues: [{ issues: [personal("address.zip: Required"), personal("No")] }],
    duplicate: [{ holder: "quote" }, { holder: "account" }],
    refused: [SEEN, { status: 409 }, {}],
    "request-timeout": [{ status: 425 }, { status: 408 }],
    "server-error": [SEEN],
    "gateway-error": [{ status: 502 }],
    "not-sent": [{}, { said: personal("the connection was cut") }],
    "no-answer": [{ said: personal("the connection was cut") }, {}],
  }),
  shown("What else is told of an attempt (src/outcome/happened-texts.ts)", ATTEMPT_TEXTS, {
    "same-answer": [{ rows: [2] }, { rows: [2, 3] }],
    "out-of-step": [
      { before: [], after: [3] },
      { before: [2], after: [] },
    ],
  }),
  shown("What a row's status means (src/outcome/guidance-texts.ts)", MEANING_TEXTS),
  shown("How a run stands (src/outcome/guidance-texts.ts)", CONDITION_TEXTS),
  shown("What a person is to do (src/outcome/guidance-texts.ts)", ACTION_TEXTS, {
    "nothing-to-send": [{ file: "report.csv" }, {}],
  }),
  shown("The same on the desk (src/outcome/guidance-texts.ts)", DESK_ACTION_TEXTS),
  shown("Whether a lead exists (src/outcome/verdict-texts.ts)", VERDICT_TEXTS, {
    "known-quote": [
      { who, by: "attempt", place },
      { by: "denied", place, link: "doubted" },
      { by: "others" },
    ],
    "known-account": [{ who, by: "others" }],
    "may-exist": [
      { who, link: "none", next: "resume" },
      { link: "doubted", next: "replay" },
      { link: "unproven", next: "owner" },
    ],
    "in-use": [{ ...IN_USE, why: "unsent", isInDoubt: false }],
    "denied-in-use": [{ ...IN_USE, isInDoubt: true }],
    denied: [{ who, isRefused: true }],
    "denied-unclear": [{ who, isRefused: false, ...ALL_MISSING }],
    "not-a-lead": [{ who, why: "held-back" }],
    "not-a-lead-unclear": [{ who, ...SOME_MISSING }],
    absent: [
      { who, why: "held-back", next: "correct" },
      { who, why: "refused", next: "ask-why" },
      { who, why: "unsent", next: "resume" },
      { who, why: "not-taken", next: "replay" },
      { who, why: "unexplained", next: "correct" },
      { who, why: "redirected", next: "resume" },
    ],
    "absent-unclear": [{ who, ...NOTHING_MISSING, alike: place }],
    practised: [
      { who, isSent: true, isWrong: false },
      { who, isSent: false, isWrong: true },
    ],
    "practised-unclear": [{ who, ...NOTHING_MISSING, alike: place }],
  }),
  shown("Why (src/outcome/verdict-texts.ts)", REASON_TEXTS, {
    "created-by": [
      { quoteId: "q-1", place, byWord: false },
      { place, byWord: true },
    ],
    "link-odd": [{ fault: "other-host" }],
  }),
  shown("What to do then (src/outcome/verdict-texts.ts)", VERDICT_ACTION_TEXTS, {
    "send-for-real": [{ isWrong: false }, { isWrong: true }],
  }),
  shown("What is told of what was found (src/report/text/found-texts.ts)", FOUND_TEXTS, {
    "too-many": [{ count: 40 }],
    several: [{ count: 2 }],
    "also-as": [
      { others: [{ email: "j***@example.com", place, isCreated: true }], more: 0 },
      { others: [{ email: "j***@example.com", place, isCreated: false }], more: 3 },
    ],
    shared: [
      { people: ["Ann Lee (a, row 2)", "Bo Lee (a, row 3)"], isNow: true },
      { people: ["Ann Lee (a, row 2)", "Bo Lee (a, row 3)"], isNow: false },
    ],
    corrected: [
      { before: ["a@example.com"], now: "b@example.com" },
      { before: ["a***@example.com"], now: "a***@example.com" },
    ],
    "could-not-search": [{ runs: ["leadctl-runs/one"] }],
    near: [{ text: "jnae", others: [{ text: "jane", dirs: ["leadctl-runs/one", "leadctl-runs/two"] }] }],
    nothing: [{ text: "jane", runs: 2 }],
    "maybe-sent": [SOME_MISSING],
  }),
  shown("What other runs mean for leads (src/report/text/found-texts.ts)", EARLIER_TEXTS, {
    "same-rows": [SENT_BEFORE, { ...SENT_BEFORE, times: 3 }],
    "come-back": [{ areMaybe: false }, { areMaybe: true }],
    "have-quotes": [
      { count: 1, what: "sheet" },
      { count: 12, what: "run" },
    ],
    "may-exist": [
      { count: 1, what: "sheet", isMore: true },
      { count: 12, what: "run", isMore: false },
    ],
    "not-looked-into": [{ dirs: ["leadctl-runs/one", "far/away"] }],
  }),
  shown("Where runs should be and are not (src/report/text/found-texts.ts)", ABSENT_TEXTS, {
    runs: PLACES,
    replaced: PLACES,
    links: PLACES,
    folders: PLACES,
  }),
];

/** Stands for any parameter, a person's or not, and reads `‹zip›`. */
class Placeholder extends String {
  get personal(): string {
    return String(this);
  }
}

/** Parameters that are lists, whatever the code. */
const LISTS: ReadonlySet<string> = new Set([
  ...["columns", "others", "headers", "parts", "values", "without", "letters", "cells", "ranges", "texts"],
  ...["places", "answers"],
]);

/** Parameters of any name, each its own placeholder. */
const PLACEHOLDERS: unknown = new Proxy(
  {},
  {
    get: (_, name) => {
      const placeholder = new Placeholder(`‹${String(name)}›`);
      return LISTS.has(String(name)) ? [placeholder] : placeholder;
    },
  },
);

function linesOf({ title, texts, samples }: Shown): string[] {
  const lines = Object.entries(texts).flatMap(([code, text]) =>
    (samples[code] ?? [PLACEHOLDERS]).map((params) => `${code}: ${text(params as never)}`),
  );
  return [`## ${title}`, "", ...lines, ""];
}

it("says every sentence of the program that a code stands for, and each with all of its parameters", async () => {
  const document = CATALOGUES.flatMap(linesOf).join("\n");
  expect(document).not.toMatch(/\bundefined\b|\[object |\bNaN\b/);
  await expect(document).toMatchFileSnapshot("__snapshots__/texts.txt");
});

/** Options, variables, commands and files of a run. */
const OF_TERMINALS =
  /--[a-z]|\b[A-Z]+(?:_[A-Z]+)+\b|\bbaseUrl\b|\bulimit\b|\bleadctl [a-z]|\bexplain\b|\.(?:csv|ndjson)\b/;

it("tells the desk what to do, and to do about a stop, by nothing that a terminal alone has", () => {
  // The desk tells of no check.
  const { "check-corrected": _, "submit-ready": __, ...actions } = ACTION_TEXTS;
  const texts: Catalogue = { ...actions, ...VERDICT_ACTION_TEXTS };
  const told = Object.entries(texts).map(([finding, text]) =>
    deskActionText([{ finding, message: text(PLACEHOLDERS as never) }]),
  );
  const hints = Object.entries(STOP_TEXTS).flatMap(([code, textOf]) =>
    PROVEN.map(
      (known) => DESK_STOP_HINTS[code as StopCode] ?? (textOf as (of: StopKnown) => StopText)(known).hint,
    ),
  );
  expect([...told, ...hints].filter((text) => OF_TERMINALS.test(text))).toStrictEqual([]);
});
