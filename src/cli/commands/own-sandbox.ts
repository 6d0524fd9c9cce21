import type { StartSandbox } from "../../job/round/connect.ts";

/** The sandbox of a command that was given `--sandbox`. It keeps no leads, and is loaded only where it is wanted. */
export const startOwnSandbox: StartSandbox = async () => {
  const { startSandbox } = await import("../../sandbox/start-sandbox.ts");
  return startSandbox({ keepLeads: false, keepRequests: 0 });
};
