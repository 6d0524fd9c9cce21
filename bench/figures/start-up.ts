import type { Bench, Figure, Measured } from "../figure.ts";
import { LEADCTL, median, nodeSeconds, repeat } from "../measure.ts";

const ROW_COUNT = 60;

/** Start-up time of a question or a check of a small sheet. */
export const startUp: Figure = {
  id: "start-up",
  async measure(bench: Bench): Promise<Measured[]> {
    const sheet = await bench.inputs.sheet(ROW_COUNT);
    const round = () => ({
      node: nodeSeconds(["-e", "0"]),
      version: nodeSeconds([LEADCTL, "--version"]),
      help: nodeSeconds([LEADCTL, "--help"]),
      validate: nodeSeconds([LEADCTL, "validate", sheet]),
    });
    round();
    const rounds = await repeat(bench.size(31, 15), round);
    const ms = (kind: keyof (typeof rounds)[number]): string =>
      (median(rounds.map((all) => all[kind])) * 1_000).toFixed(0);
    const line = (
      kind: "version" | "help" | "validate",
      name: string,
      limits: Pick<Measured, "floor" | "goal" | "moonshot">,
    ) => ({
      name: `${name} over \`node -e 0\``,
      unit: "times" as const,
      better: "less" as const,
      ...limits,
      samples: rounds.map((all) => all[kind] / all.node),
      meaning: "Time from the start of the process to its exit, over that of a Node that does nothing.",
      detail: `${ms(kind)} ms over ${ms("node")} ms`,
    });
    return [
      line("version", "`--version`", { goal: 1.4, moonshot: 1.3 }),
      line("help", "`--help`", { goal: 1.5, moonshot: 1.3 }),
      line("validate", `\`validate\` of ${ROW_COUNT} rows`, { floor: 6, goal: 4.5, moonshot: 3.5 }),
    ];
  },
};
