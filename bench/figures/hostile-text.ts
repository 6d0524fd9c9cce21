import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Bench, Figure, Measured } from "../figure.ts";
import { LEADCTL, median, repeat, runNode } from "../measure.ts";
import { KEY, submitArgs } from "../submit.ts";

const ROWS = 20;
const EXIT_NOT_ALL_CREATED = 1;
/** As many and as long as the program reads of an answer. */
const ISSUES = 100;
const CHARACTERS = 4_096;

/** Text that expressions for tokens, addresses and links begin anew in, again and again. */
const HOSTILE = "eyJ-token'token=\\token%3Dbearer eyJ-@a.b ";

/** Work on a service's texts. */
const SURFACES = [
  ["report"],
  ...["html", "junit", "markdown", "csv", "json"].map((format) => ["report", "--format", format]),
  ["report", "--format", "junit", "--reveal"],
  ["explain"],
];

/** The cost of text that was made to be expensive, compared with plain text of its length. */
export const hostileText: Figure = {
  id: "hostile-text",
  async measure(bench: Bench): Promise<Measured[]> {
    const dirs = await Promise.all([
      refusedRun(bench, HOSTILE),
      refusedRun(bench, "lorem ipsum dolor sit amet, consetetur ."),
    ]);
    const rounds = bench.size(5, 3);
    const lines: Measured[] = [];
    for (const [command = "", ...flags] of SURFACES) {
      const more = command === "explain" ? ["3"] : flags;
      const costs = await repeat(rounds, async () => {
        const [hostile, plain] = [await costOf(command, dirs[0], more), await costOf(command, dirs[1], more)];
        return { hostile, plain };
      });
      lines.push({
        name: `hostile text over plain text: ${[command, ...flags].join(" ")}`,
        unit: "times",
        better: "less",
        floor: 2,
        goal: 1.2,
        samples: costs.map(({ hostile, plain }) => hostile / plain),
        meaning: `Processor time for a run of ${ROWS} rows, each refused with ${ISSUES} issues of ${CHARACTERS} characters.`,
        detail: `${median(costs.map(({ hostile }) => hostile)).toFixed(2)} s over ${median(costs.map(({ plain }) => plain)).toFixed(2)} s`,
      });
    }
    for (const dir of dirs) rmSync(dir, { recursive: true });
    return lines;
  },
};

async function costOf(command: string, dir: string, more: readonly string[]): Promise<number> {
  return (await runNode([LEADCTL, command, dir, ...more])).cpuSeconds;
}

/** @returns Folder of a run whose rows are all refused with such a text, over and over. */
async function refusedRun({ dir, inputs }: Bench, piece: string): Promise<string> {
  const message = piece.repeat(Math.ceil(CHARACTERS / piece.length)).slice(0, CHARACTERS);
  const issue = { code: "custom", message, path: ["address", "street"] };
  const body = JSON.stringify({ error: { issues: Array<object>(ISSUES).fill(issue) } });
  const server = createServer((request, response) => {
    request
      .resume()
      .once("end", () => response.writeHead(400, { "content-type": "application/json" }).end(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const out = join(dir, `refused-${port}`);
  const args = submitArgs(await inputs.sheet(ROWS), out, `http://127.0.0.1:${port}`);
  await runNode([LEADCTL, ...args], {
    env: { LEADCTL_API_KEY: KEY },
    exitCode: EXIT_NOT_ALL_CREATED,
    cwd: dir,
  });
  server.close();
  return out;
}
