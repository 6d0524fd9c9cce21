import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { renderJunit } from "../../../src/report/files/render-junit.ts";
import type { RunReport } from "../../../src/report/model/report-model.ts";
import { sampleRun } from "../../browser/sample-run.ts";
import { hostileStory } from "../hostile-story.ts";
import { storyOf, storyRow } from "../sample-story.ts";
import { textOf } from "../text-of.ts";

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
}

/** What the schemas of Ant's JUnit task and of Jenkins (junit-10.xsd) both take, an element a line. */
const SCHEMA: Record<string, { attributes: Record<string, RegExp>; children: string[] }> = {
  testsuites: { attributes: {}, children: ["testsuite"] },
  testsuite: {
    attributes: {
      id: /^\d+$/,
      package: /./,
      name: /./,
      hostname: /./,
      timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
      tests: /^\d+$/,
      failures: /^\d+$/,
      errors: /^\d+$/,
      skipped: /^\d+$/,
      time: /^\d+\.\d{3}$/,
    },
    children: ["properties", "testcase", "system-out", "system-err"],
  },
  properties: { attributes: {}, children: ["property"] },
  property: { attributes: { name: /./, value: /^/ }, children: [] },
  testcase: {
    attributes: { classname: /./, name: /./, time: /^\d+\.\d{3}$/ },
    children: ["failure", "error", "skipped"],
  },
  failure: { attributes: { type: /./, message: /^/ }, children: [] },
  error: { attributes: { type: /./, message: /^/ }, children: [] },
  skipped: { attributes: { message: /^/ }, children: [] },
  "system-out": { attributes: {}, children: [] },
  "system-err": { attributes: {}, children: [] },
};

describe("junit", () => {
  it.each([
    ["of every kind of row", sampleRun(40)],
    ["of a run that stopped", storyOf([storyRow(2, { status: "pending" })], [])],
    ["without rows", storyOf([], [])],
    ["of hostile text", hostileStory()],
  ])("is valid %s, and its counts are those of its cases", async (_what, story) => {
    const suite = await readSuite(story);
    const cases = suite.children.filter(({ name }) => name === "testcase");
    const withChild = (name: string): string =>
      String(cases.filter((each) => each.children[0]?.name === name).length);
    expect(suite.attributes).toMatchObject({
      tests: String(story.summary.total),
      failures: withChild("failure"),
      errors: withChild("error"),
      skipped: withChild("skipped"),
    });
    expect(cases).toHaveLength(story.summary.total);
  });

  it("writes directions of writing by their numbers, so that no terminal acts on them", async () => {
    const story = storyOf([storyRow(2, { status: "failed", error: "\u202ea\u2066b\ufeff" })], []);
    const text = await textOf(renderJunit(story, true));
    expect(text).not.toMatch(/\p{Cf}/u);
    expect(text).toContain("&#8238;a&#8294;b&#65279;");
  });

  it("holds no character that XML does not know, nor any control", async () => {
    const text = await textOf(renderJunit(hostileStory(), true));
    expect(text).not.toMatch(/[\0-\x08\x0B-\x1F\x7F-\x9F\uFFFE\uFFFF]/);
    expect(text).not.toMatch(/\p{Cs}/u);
  });
});

/** The one suite of a document that the schemas take. */
async function readSuite(story: RunReport): Promise<Element> {
  const text = await textOf(renderJunit(story, true));
  expect(XMLValidator.validate(text)).toBe(true);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseAttributeValue: false,
    processEntities: { enabled: true, maxTotalExpansions: 1_000_000, maxExpandedLength: 100_000_000 },
  });
  const [, suites] = elementsOf(parser.parse(text));
  if (!suites) throw new Error("no testsuites");
  requireValid(suites);
  const [suite, ...others] = suites.children;
  expect(others).toEqual([]);
  if (!suite) throw new Error("no testsuite");
  return suite;
}

function elementsOf(nodes: Record<string, unknown>[]): Element[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ":@" && key !== "#text");
    if (name === undefined) return [];
    const attributes = (node[":@"] ?? {}) as Record<string, string>;
    return { name, attributes, children: elementsOf(node[name] as Record<string, unknown>[]) };
  });
}

function requireValid({ name, attributes, children }: Element): void {
  const rule = SCHEMA[name];
  if (!rule) throw new Error(`<${name}> is not in the schema`);
  expect(Object.keys(attributes).sort(), name).toEqual(Object.keys(rule.attributes).sort());
  for (const [key, pattern] of Object.entries(rule.attributes))
    expect(attributes[key], `${name} ${key}`).toMatch(pattern);
  const order = children.map((child) => rule.children.indexOf(child.name));
  expect(
    order.every((at, index) => at >= (order[index - 1] ?? 0)),
    `${name}: the order of its children`,
  ).toBe(true);
  for (const child of children) requireValid(child);
}
