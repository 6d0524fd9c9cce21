import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csvOf, flatLead, HEADER_STYLES, type HeaderStyle, leads, type NestedLead } from "./lead-sheet.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

/** Enough for every combination of building, usage and occupancy that `leadOf` makes. */
const LEADS = leads(24);

const STYLES = Object.keys(HEADER_STYLES) as HeaderStyle[];

/** Sends one input and returns what arrived, in input order. */
async function arrivals(name: string, content: string | Uint8Array, args: string[] = []): Promise<unknown[]> {
  const service = await startService();
  const cwd = freshFolder();
  const isStdin = name === "-";
  if (!isStdin) writeFileSync(join(cwd, name), content);
  const end = await runProgram(["submit", name, ...args], {
    cwd,
    env: service.env,
    ...(isStdin && { stdin: content }),
  });
  expect(end.exitCode, end.stderr).toBe(0);
  const byEmail = new Map(service.quotes().map(({ email, lead }) => [email, lead]));
  return LEADS.map((lead) => byEmail.get(emailOf(lead)));
}

describe("what arrives at the service is the lead that the row means", () => {
  it.each(STYLES)("for CSV with %s headers", async (style) => {
    expect(await arrivals("leads.csv", csvOf(LEADS, style))).toStrictEqual(LEADS);
  });

  it("for CSV with a byte order mark and CRLF", async () => {
    const text = `\uFEFF${csvOf(LEADS).replace(/\n(?!Back house)/g, "\r\n")}`;
    expect(await arrivals("leads.csv", text)).toStrictEqual(LEADS);
  });

  it("for CSV whose headers differ in case, spaces and punctuation", async () => {
    const [header = "", ...rest] = csvOf(LEADS).split("\n");
    const odd = header.toUpperCase().replaceAll(" ", " - ");
    expect(await arrivals("leads.csv", [odd, ...rest].join("\n"))).toStrictEqual(LEADS);
  });

  it("for CSV whose columns stand in the opposite order", async () => {
    const flat = LEADS.map((lead) => flatLead(lead, "leaf"));
    const keys = [...new Set(flat.flatMap((lead) => Object.keys(lead)))].reverse();
    const line = (cells: readonly unknown[]): string =>
      cells.map((cell) => `"${String(cell ?? "").replaceAll('"', '""')}"`).join(",");
    const text = [line(keys), ...flat.map((lead) => line(keys.map((key) => lead[key])))].join("\n");
    expect(await arrivals("leads.csv", text)).toStrictEqual(LEADS);
  });

  it("for a JSON array of nested leads", async () => {
    expect(await arrivals("leads.json", JSON.stringify(LEADS, null, 2))).toStrictEqual(LEADS);
  });

  it.each(STYLES)("for a JSON array of flat leads with %s keys", async (style) => {
    const flat = LEADS.map((lead) => flatLead(lead, style));
    expect(await arrivals("leads.json", JSON.stringify(flat))).toStrictEqual(LEADS);
  });

  it("for JSON Lines, nested and flat in turn", async () => {
    const lines = LEADS.map((lead, index) =>
      JSON.stringify(index % 2 === 0 ? lead : flatLead(lead, "canonical")),
    );
    expect(await arrivals("leads.jsonl", `${lines.join("\n")}\n`)).toStrictEqual(LEADS);
  });

  it("for a single JSON object", async () => {
    const [first, ...others] = await arrivals("lead.json", JSON.stringify(LEADS[0]));
    expect(first).toStrictEqual(LEADS[0]);
    expect(others.every((lead) => lead === undefined)).toBe(true);
  });

  it.each([
    ["csv", csvOf(LEADS)],
    ["json", JSON.stringify(LEADS)],
    ["jsonl", LEADS.map((lead) => JSON.stringify(lead)).join("\n")],
  ])("for %s on stdin", async (format, text) => {
    expect(await arrivals("-", text, ["--format", format])).toStrictEqual(LEADS);
  });
});

function emailOf({ contactInfo }: NestedLead): string {
  return typeof contactInfo === "object" ? String(contactInfo.email) : "";
}
