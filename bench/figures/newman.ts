import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countText } from "../../src/terminal/number-text.ts";
import type { Bench, Figure, Measured } from "../figure.ts";
import { submitJob } from "../job.ts";
import { median, repeat, runNode } from "../measure.ts";
import { CREATE_PATH } from "../submit.ts";

/** The program beside newman, Postman's runner: what support staff have for sending a sheet. */
export const newman: Figure = {
  id: "newman",
  async measure(bench: Bench): Promise<Measured[]> {
    const rowCount = bench.size(2_000, 200);
    const line: Omit<Measured, "samples" | "detail"> = {
      name: `whole job over newman (${countText(rowCount)} leads)`,
      unit: "times",
      better: "more",
      floor: 19,
      goal: 25,
      moonshot: 35,
      meaning: `How many times longer than \`leadctl submit\` newman ${NEWMAN_VERSION} takes for the same leads. It gets their bodies ready made, sends one after the other, and writes every answer with its JSON reporter.`,
    };
    const program = findNewman();
    if (!program) return [{ ...line, samples: [], detail: "newman could not be installed" }];
    const args = [program, "run", ...(await writeCollection(bench, rowCount))];
    const rounds = await repeat(3, async () => ({
      newman: await runNode(args),
      job: await submitJob(bench, rowCount),
    }));
    const theirs = median(rounds.map((round) => round.newman.seconds)).toFixed(1);
    const ours = median(rounds.map(({ job }) => job.seconds)).toFixed(2);
    const samples = rounds.map((round) => round.newman.seconds / round.job.seconds);
    return [{ ...line, samples, detail: `${theirs} s over ${ours} s` }];
  },
};

/** A collection of one request, and its data. Returns newman's arguments. */
async function writeCollection({ dir, inputs, server }: Bench, rowCount: number): Promise<string[]> {
  const bodies = readFileSync(await inputs.bodies(rowCount), "utf8")
    .trimEnd()
    .split("\n");
  const data = join(dir, "newman-data.json");
  writeFileSync(data, JSON.stringify(bodies.map((lead) => ({ lead }))));
  const header = [
    { key: "Authorization", value: "Bearer bench-key" },
    { key: "Content-Type", value: "application/json" },
  ];
  const request = {
    method: "POST",
    url: `${server.url}${CREATE_PATH}`,
    header,
    body: { mode: "raw", raw: "{{lead}}" },
  };
  const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
  const collection = join(dir, "newman-collection.json");
  writeFileSync(
    collection,
    JSON.stringify({ info: { name: "leads", schema }, item: [{ name: "create", request }] }),
  );
  const results = join(dir, "newman-results.json");
  return [collection, "-d", data, "--reporters", "json", "--reporter-json-export", results];
}

/** Pinned, so that the figure means the same next year. */
const NEWMAN_VERSION = "6.2.2";

const INSTALL_TIMEOUT_MS = 180_000;

/**
 * Path of newman's program. It is too large to be among the packages that everybody installs: it is installed once
 * into a folder of its own among the temporary files, and found there the next time.
 *
 * @returns Undefined when it is not available.
 */
function findNewman(): string | undefined {
  const home = join(tmpdir(), `leadctl-bench-newman-${NEWMAN_VERSION}`);
  const program = join(home, "node_modules", "newman", "bin", "newman.js");
  if (existsSync(program)) return program;
  const flags = ["--prefix", home, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
  try {
    execFileSync("npm", ["install", ...flags, `newman@${NEWMAN_VERSION}`], {
      stdio: "ignore",
      timeout: INSTALL_TIMEOUT_MS,
    });
  } catch {
    return undefined;
  }
  return existsSync(program) ? program : undefined;
}
