import { bareLoop } from "../bare-loop.ts";
import type { Bench, Figure, Measured } from "../figure.ts";
import { submitJob } from "../job.ts";
import { median, repeat } from "../measure.ts";
import { startSlowServer } from "../servers.ts";
import { CONNECTIONS } from "../submit.ts";

const DELAY_MS = 50;

/** Whether every connection is always busy when it is the service that takes the time. */
export const latency: Figure = {
  id: "latency",
  async measure(bench: Bench): Promise<Measured[]> {
    const rowCount = bench.size(12_800, 3_200);
    const server = await startSlowServer(DELAY_MS);
    try {
      const rounds = await repeat(3, async () => {
        const bare = await bareLoop(bench, rowCount, server);
        const barePossible = CONNECTIONS / (await server.latencySeconds());
        const job = await submitJob(bench, rowCount, server.url);
        const possible = CONNECTIONS / (await server.latencySeconds());
        return { bare: bare.leadsPerSecond / barePossible, rate: job.leadCount / job.sendSeconds, possible };
      });
      const middle = (of: (round: (typeof rounds)[number]) => number): number => median(rounds.map(of));
      const rates = `${middle(({ rate }) => rate).toFixed(0)}/s of ${middle(({ possible }) => possible).toFixed(0)}/s`;
      return [
        {
          name: `against a service that takes ${DELAY_MS} ms: leads a second over connections ÷ latency`,
          unit: "times",
          better: "more",
          floor: 0.94,
          goal: 0.95,
          moonshot: 0.98,
          samples: rounds.map(({ rate, possible }) => rate / possible),
          meaning: `Leads a second of sending, over what ${CONNECTIONS} connections could send at most if nothing took time but the service. The latency is what the service itself measured from a request to its answer: its timer is late by some of a millisecond.`,
          detail: `${rates}; the bare undici loop reaches ${middle(({ bare }) => bare).toFixed(3)}`,
        },
      ];
    } finally {
      await server.stop();
    }
  },
};
