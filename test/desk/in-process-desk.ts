import { onTestFinished } from "vitest";
import type { Context } from "../../src/base/context.ts";
import { type Desk, type DeskValues, makeDesk } from "../../src/desk/desk.ts";
import { type DeskServer, startDeskServer } from "../../src/desk/server/desk-server.ts";
import type { DeskRoute } from "../../src/desk/server/router.ts";
import { deskRoutes } from "../../src/desk/server/routes.ts";
import type { StartSandbox } from "../../src/job/round/connect.ts";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { readOptions } from "../../src/settings/option-values.ts";
import { COMMAND_OPTIONS } from "../../src/settings/options.ts";
import { testContext } from "../security/test-context.ts";

export interface InProcessDesk extends DeskServer {
  desk: Desk;
  /** As in `http://127.0.0.1:8080`. */
  origin: string;
  stderr(): string;
  /** Printed since it was started. */
  newAddresses: readonly string[];
}

export interface InProcessOptions {
  /** Where drafts lie; runs lie where the tests run. Default: a folder that is not there. */
  folder?: string;
  values?: Partial<DeskValues>;
  context?: Partial<Context>;
  /** Default: all of the desk's. */
  routes?(desk: Desk): readonly DeskRoute[];
  requestMsMax?: number;
}

const startPractice: StartSandbox = () => startSandbox({ keepLeads: false, keepRequests: 0 });

/** Starts a desk's server in this process, for one test. */
export async function startInProcess(options: InProcessOptions = {}): Promise<InProcessDesk> {
  const { folder = "/nowhere", routes = deskRoutes, requestMsMax } = options;
  const rim = testContext();
  const context: Context = { ...rim.context, ...options.context };
  const values: DeskValues = { ...readOptions(COMMAND_OPTIONS.desk, {}), ...options.values };
  const desk = makeDesk(folder, values, startPractice, context);
  const newAddresses: string[] = [];
  const server = await startDeskServer(desk, routes(desk), {
    ports: [0],
    ...(requestMsMax !== undefined && { requestMsMax }),
    onNewAddress: (address) => newAddresses.push(address),
  });
  onTestFinished(async () => {
    await server.close();
    await desk.drafts.close();
  });
  const { origin } = new URL(server.address);
  return Object.assign(server, { desk, origin, stderr: () => rim.stderr.text, newAddresses });
}
