import { afterEach } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/start-sandbox.ts";

const running: Sandbox[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.stop()));
});

/** Starts a sandbox that is stopped after the test. */
export async function runningSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  running.push(sandbox);
  return sandbox;
}

export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Sends a create request as a well-behaved client does. */
export async function create(sandbox: Sandbox, body: unknown, partner = "sandbox"): Promise<Reply> {
  const response = await fetch(`${sandbox.url}/api/${partner}/lead/create`, {
    method: "POST",
    redirect: "manual",
    headers: { authorization: `Bearer ${sandbox.keys[0]}`, "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
