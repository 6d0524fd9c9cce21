import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deskError } from "../../src/desk/desk-errors.ts";
import { freshFolder, runProgram, startService } from "../program/run-program.ts";
import { connectTo, startDesk } from "./running-desk.ts";

const CONFIG = (url: string) => ({
  environments: {
    staging: { baseUrl: url, partner: "acme" },
    production: { baseUrl: "https://leads.example.com", partner: "acme", confirm: true },
  },
  default: "staging",
});

function configFolder(url: string): string {
  const folder = freshFolder();
  writeFileSync(join(folder, "leadctl.config.json"), JSON.stringify(CONFIG(url)));
  return folder;
}

/** All that lies in a folder, as text. */
function everythingIn(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return names.map((name) => (statSync(name).isFile() ? readFileSync(name, "latin1") : name)).join("\n");
}

describe("leadctl desk", () => {
  it("prints its address, says how to open and to end it, and ends with Ctrl-C", async () => {
    const folder = freshFolder();
    const desk = await startDesk(folder);
    expect(desk.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/);
    const ask = await connectTo(desk);
    const state = await (await ask("/api/state")).json();
    expect(state).toMatchObject({ folder, drafts: [], round: null });
    expect(state.places).toMatchObject([{ name: "Practice", isPractice: true, isChosen: true }]);
    const template = await ask("/api/template.xlsx");
    expect(template.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''leads.xlsx");
    expect(
      Buffer.from(await template.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
    const { port } = new URL(desk.origin);
    const portTaken = deskError("desk-port", { port: Number(port), why: "EADDRINUSE", isTaken: true });
    const other = await runProgram(["desk", "--no-open", "--port", port], { cwd: folder });
    expect(other).toMatchObject({ exitCode: 2, stdout: "" });
    expect(other.stderr).toContain(portTaken.message);
    desk.process.kill("SIGINT");
    expect(await once(desk.process, "exit")).toStrictEqual([0, null]);
    expect(desk.stderr()).toBe(
      "Open this address in a browser on this computer. It works once, for one browser.\n" +
        "Nobody else can open it. To end the desk, press Ctrl-C here, or close this window.\n" +
        "The desk has ended. Nothing is lost.\n",
    );
    expect(readdirSync(folder)).toStrictEqual([]);
  });

  it("ends by itself when nobody uses it, whatever tab is open, and works in the folder that was named", async () => {
    const folder = mkdtempSync(join(freshFolder(), "the desk "));
    const desk = await startDesk(freshFolder(), [folder, "--idle", "400ms"]);
    const ask = await connectTo(desk);
    expect(await (await ask("/api/state")).json()).toMatchObject({ folder });
    const events = await ask("/api/events");
    expect(await once(desk.process, "exit")).toStrictEqual([0, null]);
    expect(desk.stderr()).toContain(
      "The desk has ended, because nobody used it for a long time. Nothing is lost.\n",
    );
    expect(await events.text()).toBe("\n");
  });

  it.each([
    ["a folder that is not there", ["nowhere"], "The desk cannot work in nowhere: there is no such"],
    ["a port that cannot be", ["--port", "70000"], "--port takes a whole number"],
    ["an environment that there is not", ["--env", "x"], "There is no leadctl.config.json here"],
  ])("refuses %s", async (_what, args, message) => {
    const end = await runProgram(["desk", "--no-open", ...args], { cwd: freshFolder() });
    expect(end).toMatchObject({ exitCode: 2, stdout: "" });
    expect(end.stderr).toContain(message);
  });

  it("shows the runs first that changed last, where there are more than it shows", async () => {
    const folder = freshFolder();
    const names = Array.from({ length: 10 }, (_, n) => `2026010${n}T000000000Z-leads`);
    for (const [at, name] of names.entries()) {
      const run = join(folder, "leadctl-runs", name);
      mkdirSync(run, { recursive: true });
      writeFileSync(join(run, "plan.ndjson"), "{}\n");
      utimesSync(join(run, "plan.ndjson"), at, at);
    }
    const ask = await connectTo(await startDesk(folder));
    const { runs, count } = await (await ask("/api/runs?count=8")).json();
    expect(count).toBe(10);
    expect(runs.map(({ run }: { run: string }) => run)).toStrictEqual(names.slice(2).reverse());
  });

  it("asks for a key that is missing, takes it for that place alone, and keeps it in memory only", async () => {
    const service = await startService();
    const key = service.env.LEADCTL_API_KEY ?? "";
    const folder = configFolder(service.url);
    const desk = await startDesk(folder);
    const ask = await connectTo(desk);
    const give = (place: string, text: string) =>
      ask("/api/key", { method: "POST", body: JSON.stringify({ place, key: text }) });
    const needs = async () => {
      const { places } = await (await ask("/api/state")).json();
      return places.map(({ name, needsKey }: { name: string; needsKey: boolean }) => [name, needsKey]);
    };
    const before = [
      ["staging", true],
      ["production", true],
      ["Practice", false],
    ];
    expect(await needs()).toStrictEqual(before);
    for (const wrong of ["", "two words", "ключ"])
      expect((await give("environment:staging", wrong)).status).toBe(400);
    expect((await give("environment:nowhere", key)).status).toBe(400);
    expect(await needs()).toStrictEqual(before);
    const given = await (await give("environment:staging", ` ${key}\n`)).text();
    expect(await needs()).toStrictEqual([["staging", false], ...before.slice(1)]);
    const shown = [given, await (await ask("/api/state")).text(), desk.stderr(), everythingIn(folder)];
    for (const text of shown) expect(text).not.toContain(key);
  });
});
