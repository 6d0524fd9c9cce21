/** The types of the modules stand alone: this is read without those of Node. */
import { type SandboxOptions, type SeenRequest, startSandbox } from "leadctl/sandbox";
import { runSmoke, type SmokeCall } from "leadctl/smoke";

const options: SandboxOptions = { port: 0, faults: { probabilities: { "429": 0.1 }, seed: 7 } };
export const start = (): Promise<{ url: string }> => startSandbox(options);
export const paths = (requests: readonly SeenRequest[]): (string | null)[] =>
  requests.map(({ path }) => path);
export const check = async (call: SmokeCall): Promise<boolean> => (await runSmoke(call)).verdict === "pass";
