import type { Bench } from "./figure.ts";
import { programPath, runNode } from "./measure.ts";
import { CONNECTIONS, CREATE_PATH } from "./submit.ts";

/** The bare undici loop over the bodies of a sheet. */
export interface BareLoop {
  leadsPerSecond: number;
  /** How much of one core the server used meanwhile. */
  serverShare: number;
}

/** @param server The bench's own unless given. */
export async function bareLoop(bench: Bench, rowCount: number, server = bench.server): Promise<BareLoop> {
  const bodies = await bench.inputs.bodies(rowCount);
  const cpuSecondsBefore = server.cpuSeconds();
  const { stdout } = await runNode([
    programPath("bare-loop"),
    `${server.url}${CREATE_PATH}`,
    bodies,
    String(CONNECTIONS),
  ]);
  const { seconds, leadCount, connectCount } = JSON.parse(stdout);
  if (connectCount !== CONNECTIONS)
    throw new Error(`The server closed connections: ${connectCount} were made`);
  return {
    leadsPerSecond: leadCount / seconds,
    serverShare: (server.cpuSeconds() - cpuSecondsBefore) / seconds,
  };
}
