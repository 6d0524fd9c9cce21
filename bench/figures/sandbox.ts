import { bareLoop } from "../bare-loop.ts";
import type { Bench, Figure, Measured } from "../figure.ts";
import { median, repeat } from "../measure.ts";
import { type Server, startNodeServer, startSandbox } from "../servers.ts";

/** How much of a client's speed `leadctl sandbox` hides. */
export const sandbox: Figure = {
  id: "sandbox",
  isExtra: true,
  async measure(bench: Bench): Promise<Measured[]> {
    const leadCount = bench.size(20_000, 5_000);
    const speed = async (start: () => Promise<Server>): Promise<{ rate: number; cpuMicros: number }> => {
      const server = await start();
      try {
        const { leadsPerSecond } = await bareLoop(bench, leadCount, server);
        return { rate: leadsPerSecond, cpuMicros: (server.cpuSeconds() / leadCount) * 1e6 };
      } finally {
        await server.stop();
      }
    };
    const rounds = await repeat(7, async () => ({
      bare: await speed(startNodeServer),
      sandbox: await speed(startSandbox),
    }));
    const tell = (kind: "bare" | "sandbox"): string => {
      const rate = median(rounds.map((round) => round[kind].rate)).toFixed(0);
      return `${rate}/s (${median(rounds.map((round) => round[kind].cpuMicros)).toFixed(0)} µs of processor a lead)`;
    };
    return [
      {
        name: "the sandbox: leads a second of a bare Node server over its own",
        unit: "times",
        better: "less",
        goal: 2,
        samples: rounds.map((round) => round.bare.rate / round.sandbox.rate),
        meaning:
          "The bare undici loop against a Node server with a constant answer, over the same against `leadctl sandbox`; both started anew.",
        detail: `${tell("bare")} over ${tell("sandbox")}`,
      },
    ];
  },
};
