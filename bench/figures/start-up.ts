import { type Bench, type Figure, type Limits, type Line, ratio, repeat } from "../figure.ts";
import { canonicalSheet } from "../input.ts";
import { LEADCTL, nodeSeconds } from "../measure.ts";

const ROW_COUNT = 60;

/** Start-up time of a question or a check of a small sheet. */
export const startUp: Figure = {
  id: "start-up",
  meaning: "Time from the start of the process to its exit, over that of a Node that does nothing.",
  async measure(bench: Bench): Promise<Line[]> {
    const sheet = await canonicalSheet(bench, ROW_COUNT);
    const round = () => ({
      node: nodeSeconds(["-e", "0"]),
      version: nodeSeconds([LEADCTL, "--version"]),
      help: nodeSeconds([LEADCTL, "--help"]),
      validate: nodeSeconds([LEADCTL, "validate", sheet]),
    });
    round();
    const rounds = await repeat(bench.size(31, 15), round);
    const line = (kind: "version" | "help" | "validate", name: string, limits: Limits) =>
      ratio(rounds, {
        name: `${name} over \`node -e 0\``,
        limits,
        of: (all) => all[kind],
        over: ({ node }) => node,
        show: (seconds) => `${(seconds * 1_000).toFixed(0)} ms`,
      });
    return [
      line("version", "`--version`", { goal: 1.4, moonshot: 1.3 }),
      line("help", "`--help`", { goal: 1.5, moonshot: 1.3 }),
      line("validate", `\`validate\` of ${ROW_COUNT} rows`, { floor: 6, goal: 4.5, moonshot: 3.5 }),
    ];
  },
};
