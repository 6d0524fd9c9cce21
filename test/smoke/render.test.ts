import { Chalk } from "chalk";
import { XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../src/base/text-width.ts";
import { smokeJunit } from "../../src/smoke/smoke-junit.ts";
import { type SmokeReport, smokeDocument } from "../../src/smoke/smoke-report.ts";
import {
  renderClosing,
  renderConnection,
  renderDiscovery,
  renderGroup,
  renderOpening,
  renderPercentiles,
  renderResult,
} from "../../src/smoke/smoke-text.ts";
import { signsFor } from "../../src/terminal/signs.ts";
import type { Style } from "../../src/terminal/style.ts";
import { startMutant } from "./mutant-service.ts";
import { type Json, json, onStatus } from "./mutation-parts.ts";
import { planFor, runPlan } from "./smoke-plan.ts";

const HOSTILE = `\u001b[31mred\u001b[0m \u202e <&"> ${"long ".repeat(60)}${"x".repeat(400)}\u0000`;
const scrub = (text: string): string => text;

/** A service that is wrong in long and hostile words. */
async function hostileFindings(): Promise<SmokeReport> {
  const { url, key } = await startMutant(
    onStatus(400, () =>
      json(400, { error: { issues: [{ code: "custom", message: HOSTILE, path: [HOSTILE] }] } as Json }),
    ),
  );
  return runPlan(planFor(url, key, { email: (tag) => `a-rather-long-name+${tag}@mail.staging.example.com` }));
}

function styleOf(columns: number, level: 0 | 1 = 0): Style {
  return { chalk: new Chalk({ level }), signs: signsFor({ LANG: "C.UTF-8" }, "linux"), columns };
}

function page(findings: SmokeReport, style: Style): string {
  const plan = planFor("https://service.example", "key");
  const fact = { id: "a", section: "7", question: "What then?", observed: HOSTILE };
  const baseline = { baseUrl: plan.baseUrl, partner: "acme", takenAt: "2026-01-01" };
  const changes = [{ id: "a", section: "7", question: "A", before: HOSTILE, now: "taken" }];
  const facts = [{ ...fact, note: null, asked: true, before: HOSTILE }];
  const discovery = { facts, obstacle: null, complete: true, baseline, compared: 1, changes };
  const document = smokeDocument({ ...findings, discovery }, scrub);
  return [
    renderOpening(plan, style),
    document.connection ? renderConnection(document.connection, new Date(0), style) : "",
    ...findings.results.map(({ group }) => renderGroup(group, style)),
    ...document.checks.map((check) => renderResult(check, style, null)),
    renderPercentiles(document, style),
    document.discovery ? renderDiscovery(document.discovery, style) : "",
    renderClosing(document, style),
  ].join("");
}

describe("the table", () => {
  it.each([72, 80, 120, 200])(
    "fits into %i columns, and lets nothing act on the terminal",
    async (columns) => {
      const findings = await hostileFindings();
      const lines = page(findings, styleOf(columns)).split("\n");
      // One word that is longer than a line stays whole in a sentence, and a command to copy on its line.
      const isWhole = (line: string): boolean => line.includes("xxxxxxxx") || line.startsWith("curl ");
      const tooWide = lines.filter((line) => displayWidth(line) > columns && !isWhole(line));
      expect(tooWide).toStrictEqual([]);
      expect(lines.join("\n")).not.toMatch(/[\u001b\u202e\u0000]/);
      expect(lines.join("\n")).toContain("\\x1b[31mred");
    },
  );

  it("says with signs what it says with colours", async () => {
    const findings = await hostileFindings();
    const coloured = page(findings, styleOf(120, 1));
    expect(coloured).toContain("\u001b[31m✖");
    const [check] = smokeDocument(findings, scrub).checks;
    expect(check && renderResult(check, styleOf(120), null)).toMatch(/^ {2}✔ missing/);
  });
});

describe("JUnit", () => {
  it("holds any answer in what XML can hold", async () => {
    const findings = await hostileFindings();
    const xml = smokeJunit(smokeDocument(findings, scrub));
    expect(xml).toContain("&lt;&amp;");
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
    expect(xml).toMatch(/<testsuites name="leadctl smoke" tests="49" failures="18" errors="0" skipped="1"/);
    expect(XMLValidator.validate(xml)).toBe(true);
  });
});
