import { fork } from "node:child_process";
import { once } from "node:events";
import { programPath } from "./measure.ts";

/** A service on loopback, in a process of its own, that gives every request a success body with an id of its own. */
export interface Server {
  url: string;
  stop(): void;
}

export async function startServer(): Promise<Server> {
  const child = fork(programPath("server"));
  const stop = (): void => {
    child.kill();
  };
  process.once("exit", stop);
  const [port] = (await once(child, "message")) as [number];
  return { url: `http://127.0.0.1:${port}`, stop };
}
