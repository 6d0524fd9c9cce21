import { expect, it } from "vitest";
import type { Catalogue, ParamsOf } from "../src/base/finding.ts";
import { LEAD_TEXTS } from "../src/lead/lead-texts.ts";
import { FIX_FILE_TEXTS, RUN_TEXTS } from "../src/run/run-texts.ts";

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

const CATALOGUES: readonly Shown[] = [
  shown("What is found of a lead (src/lead/lead-texts.ts)", LEAD_TEXTS, {
    "value-unknown": [{ field: "buildingType" }, { field: "loanPurpose" }],
    "test-row": [{ signs: ["name", "email", "phone"] }],
  }),
  shown("What is found of a row beside others (src/run/run-texts.ts)", RUN_TEXTS, {
    "email-repeated": [
      { row: 5, of: "sheet" },
      { row: 5, of: "run" },
    ],
  }),
  shown("The same in a fix file (src/run/run-texts.ts)", FIX_FILE_TEXTS, {
    "email-repeated": [
      { row: 5, of: "sheet" },
      { row: 5, of: "run" },
    ],
  }),
];

/** Stands for any parameter, a person's or not, and reads `‹zip›`. */
class Placeholder extends String {
  get personal(): string {
    return String(this);
  }
}

/** Parameters of any name, each its own placeholder. */
const PLACEHOLDERS: unknown = new Proxy({}, { get: (_, name) => new Placeholder(`‹${String(name)}›`) });

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
