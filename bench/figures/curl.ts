import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { countText } from "../../src/terminal/number-text.ts";
import type { Bench, Figure, Measured } from "../figure.ts";
import { submitJob } from "../job.ts";
import { median, repeat } from "../measure.ts";
import { ANSWER_LENGTH } from "../servers.ts";
import { CONNECTIONS, CREATE_PATH } from "../submit.ts";

/** The program beside what a shell has: a file a lead, and many curls. */
export const curl: Figure = {
  id: "curl",
  async measure(bench: Bench): Promise<Measured[]> {
    const rowCount = bench.size(2_000, 200);
    const line: Omit<Measured, "samples" | "detail"> = {
      name: `whole job over \`xargs -P ${CONNECTIONS} curl\` (${countText(rowCount)} leads)`,
      unit: "times",
      better: "more",
      meaning:
        "How many times longer than `leadctl submit` it takes to start a curl for every lead, as many at once as there are connections. Bodies lie there as files; every answer goes to a file.",
    };
    if (spawnSync("curl", ["--version"]).status !== 0 || spawnSync("xargs", ["--version"]).status !== 0) {
      return [{ ...line, samples: [], detail: "curl or xargs is not installed" }];
    }
    const bodies = readFileSync(await bench.inputs.bodies(rowCount), "utf8")
      .trimEnd()
      .split("\n");
    const rounds = await repeat(3, async () => ({
      curlSeconds: sendByCurl(bench, bodies),
      job: await submitJob(bench, rowCount),
    }));
    const theirs = median(rounds.map(({ curlSeconds }) => curlSeconds)).toFixed(1);
    const ours = median(rounds.map(({ job }) => job.seconds)).toFixed(2);
    const samples = rounds.map(({ curlSeconds, job }) => curlSeconds / job.seconds);
    return [{ ...line, samples, detail: `${theirs} s over ${ours} s` }];
  },
};

/** @returns Seconds. Making the files of bodies does not count. */
function sendByCurl({ dir, server }: Bench, bodies: readonly string[]): number {
  const folder = join(dir, "curl");
  mkdirSync(folder);
  const names = bodies.map((_, index) => `${index + 2}.json`);
  for (const [index, name] of names.entries()) writeFileSync(join(folder, name), bodies[index] ?? "");
  const headers = ["-H", "Authorization: Bearer bench-key", "-H", "Content-Type: application/json"];
  const request = ["curl", "-sS", ...headers, "--data-binary", "@{}", "-o", "{}.answer"];
  const startedAtMs = performance.now();
  const { status } = spawnSync(
    "xargs",
    ["-P", String(CONNECTIONS), "-I", "{}", ...request, `${server.url}${CREATE_PATH}`],
    { cwd: folder, input: names.join("\n"), stdio: ["pipe", "ignore", "inherit"] },
  );
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const answered = readdirSync(folder).filter((name) => name.endsWith(".answer"));
  const isWhole = answered.every((name) => readFileSync(join(folder, name), "utf8").length === ANSWER_LENGTH);
  rmSync(folder, { recursive: true });
  if (status !== 0 || answered.length !== bodies.length || !isWhole) throw new Error("curl did not send all");
  return seconds;
}
