import { writeFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { baselineText } from "../../src/smoke/discovery/baseline.ts";
import { environmentFor, KEY } from "../program/run-program.ts";
import { type Mutation, startMutant } from "./mutant-service.ts";
import { json, leadOf, onBody, onStatus } from "./mutation-parts.ts";
import { planFor, runPlan } from "./smoke-plan.ts";

/** What smoke meets, and what it has to end with, on every surface. */
export interface Situation {
  name: string;
  exitCode: number;
  /** Ids of the checks that differ, or that were accepted; absent: nobody says. */
  differs?: readonly string[];
  accepted?: readonly string[];
  flags?: readonly string[];
  /** Beside the target's. */
  env?: Readonly<Record<string, string>>;
  /** Makes what is checked, and gives its address. `cwd` is where the program will run. */
  start(cwd: string): Promise<string>;
}

const mutant = (mutation: Mutation) => async (): Promise<string> => (await startMutant(mutation)).url;
const host = (listener: RequestListener) => async (): Promise<string> => {
  const server = createHttpServer(listener);
  return `http://127.0.0.1:${await listening(server, () => server.closeAllConnections())}`;
};

async function listening(server: Server, end: () => void = () => undefined): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    end();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const TRUE: Mutation = {};
const isRace = (body: string): boolean => body.includes("-race@");

/** Answers the first request of each lead with a 500, and then as it should. */
function flaky(): Mutation {
  const seen = new Set<string>();
  return {
    before: (request) => {
      const mark = `${request.method} ${request.headers.authorization} ${request.body}`;
      if (seen.has(mark) || request.body === "") return request;
      seen.add(mark);
      return { answer: json(500, { message: "Internal server error" }) };
    },
  };
}

function taking(): Mutation {
  let count = 0;
  return {
    before: (request, origin) => {
      if (request.method !== "POST") return request;
      count += 1;
      const loginUrl = `${origin}/api/auth/callback/credentials?token=t${count}`;
      return { answer: json(200, { success: true, quoteId: `q${count}`, loginUrl }) };
    },
  };
}

const wrongV1 = onStatus(400, (answer) =>
  answer.body.includes("condo properties") && !answer.body.includes("Invalid email")
    ? { ...answer, status: 422 }
    : answer,
);
const V1_DIFFERS = ["rules.v1", "together.v1-v4"];
const ACCEPT_V1 = V1_DIFFERS.flatMap((id) => ["--accept", `${id}=a ticket`]);
const TWO_QUOTES = onStatus(400, (answer, request, origin) =>
  isRace(request.body) && answer.body.includes("already in use")
    ? json(200, {
        success: true,
        quoteId: "another",
        loginUrl: `${origin}/api/auth/callback/credentials?token=another`,
      })
    : answer,
);

/** A service that keeps the interface, and a file that says what it did, changed. */
const kept =
  (change: (text: string) => string) =>
  async (cwd: string): Promise<string> => {
    const { url } = await startMutant(TRUE);
    const findings = await runPlan(planFor(url, KEY, { mayCreate: false, isDiscovering: true }));
    const origin = { baseUrl: url, partner: "acme", takenAt: new Date(0).toISOString() };
    writeFileSync(join(cwd, "facts.json"), change(baselineText(origin, findings.discovery?.facts ?? [])));
    return url;
  };

export const SITUATIONS: readonly Situation[] = [
  { name: "the interface is kept", exitCode: 0, differs: [], start: mutant(TRUE) },
  { name: "every lead is answered 500 once", exitCode: 0, differs: [], start: mutant(flaky()) },
  {
    name: "a success is 201",
    exitCode: 0,
    differs: [],
    start: mutant(onStatus(200, (answer) => ({ ...answer, status: 201 }))),
  },
  { name: "nothing may be created", exitCode: 0, differs: [], flags: ["--no-create"], start: mutant(TRUE) },
  {
    name: "only some checks",
    exitCode: 0,
    differs: [],
    flags: ["--only", "auth,rules.v1"],
    start: mutant(TRUE),
  },
  {
    name: "not some checks",
    exitCode: 0,
    differs: [],
    flags: ["--skip", "rules,together.v1-v4"],
    start: mutant(wrongV1),
  },
  {
    name: "what differs is accepted",
    exitCode: 0,
    differs: [],
    accepted: V1_DIFFERS,
    flags: ACCEPT_V1,
    start: mutant(wrongV1),
  },
  {
    name: "as in the baseline",
    exitCode: 0,
    differs: [],
    flags: ["--no-create", "--baseline", "facts.json"],
    start: kept((text) => text),
  },
  { name: "two quotes at once, and nobody asks", exitCode: 0, differs: [], start: mutant(TWO_QUOTES) },
  {
    name: "it is there after a while",
    exitCode: 0,
    differs: [],
    flags: ["--wait", "20s", "--only", "auth"],
    start: async () => {
      const { url } = await startMutant(laterThere(2));
      return url;
    },
  },

  { name: "a rule answers 422", exitCode: 1, differs: V1_DIFFERS, start: mutant(wrongV1) },
  {
    name: "a rule answers 500, always",
    exitCode: 1,
    differs: ["rules.v2"],
    start: mutant({
      before: (request) => (request.body.includes("-v2@") ? { answer: json(500, {}) } : request),
    }),
  },
  {
    name: "one of two is accepted",
    exitCode: 1,
    differs: ["together.v1-v4"],
    accepted: ["rules.v1"],
    flags: ACCEPT_V1.slice(0, 2),
    start: mutant(wrongV1),
  },
  {
    name: "what was accepted passes",
    exitCode: 1,
    differs: [],
    flags: ["--accept", "rules.v1=a ticket"],
    start: mutant(TRUE),
  },
  {
    name: "every quote has the same login token",
    exitCode: 1,
    differs: ["success.login-token-own"],
    start: mutant(
      onBody(200, (body) => ({ ...body, loginUrl: String(body.loginUrl).replace(/token=.*/, "token=x") })),
    ),
  },
  {
    name: "a wrong key is answered 403",
    exitCode: 1,
    differs: ["auth.wrong"],
    start: mutant(
      onStatus(401, (answer, { headers }) =>
        headers.authorization?.includes("leadctl-smoke-") ? { ...answer, status: 403 } : answer,
      ),
    ),
  },
  {
    name: "a duplicate is answered 409",
    exitCode: 1,
    differs: ["duplicates.quote"],
    start: mutant(
      onStatus(400, (answer) => (/already in use/.test(answer.body) ? { ...answer, status: 409 } : answer)),
    ),
  },
  {
    name: "two quotes at once, and somebody asks",
    exitCode: 1,
    differs: ["race.one-quote"],
    flags: ["--only", "race"],
    start: mutant(TWO_QUOTES),
  },
  {
    name: "not as in the baseline",
    exitCode: 1,
    differs: [],
    flags: ["--no-create", "--baseline", "facts.json"],
    start: kept((text) => text.replace('"observed": "415,', '"observed": "416,')),
  },

  { name: "an unknown flag", exitCode: 2, flags: ["--no-such-flag"], start: mutant(TRUE) },
  { name: "a number that is none", exitCode: 2, flags: ["--repeat", "many"], start: mutant(TRUE) },
  { name: "a check that there is not", exitCode: 2, flags: ["--only", "rules.v9"], start: mutant(TRUE) },
  { name: "a group that may differ", exitCode: 2, flags: ["--accept", "rules=all"], start: mutant(TRUE) },
  { name: "no reason", exitCode: 2, flags: ["--accept", "rules.v1"], start: mutant(TRUE) },
  {
    name: "nothing left to check",
    exitCode: 2,
    flags: ["--only", "auth", "--skip", "auth"],
    start: mutant(TRUE),
  },
  {
    name: "nothing left but what creates",
    exitCode: 2,
    flags: ["--only", "accepted", "--no-create"],
    start: mutant(TRUE),
  },
  {
    name: "a baseline that is not there",
    exitCode: 2,
    flags: ["--baseline", "none.json"],
    start: mutant(TRUE),
  },
  {
    name: "one file for both",
    exitCode: 2,
    flags: ["--baseline", "facts.json", "--output", "./facts.json"],
    start: kept((text) => text),
  },
  {
    name: "a baseline without an answer",
    exitCode: 2,
    flags: ["--baseline", "facts.json"],
    start: kept((text) => text.replace(/"observed": .*/g, '"observed": null')),
  },
  {
    name: "a fuller baseline to write over",
    exitCode: 2,
    flags: ["--no-create", "--output", "facts.json"],
    start: kept((text) => text.replace('"id": "auth.lower-case"', '"id": "success.status"')),
  },
  { name: "no key", exitCode: 2, env: { LEADCTL_API_KEY: "" }, start: mutant(TRUE) },

  {
    name: "a key that is refused",
    exitCode: 3,
    env: { LEADCTL_API_KEY: "another-key-0123" },
    start: mutant(TRUE),
  },
  { name: "a web page", exitCode: 3, start: host((_in, out) => out.end("<!doctype html>")) },
  {
    name: "a redirect",
    exitCode: 3,
    start: host((_in, out) => out.writeHead(302, { location: "https://x.example/" }).end()),
  },
  { name: "no such partner", exitCode: 3, env: { LEADCTL_PARTNER: "nobody" }, start: mutant(TRUE) },
  { name: "a name that nobody knows", exitCode: 3, start: async () => "https://leadctl-smoke.invalid" },
  {
    name: "plain http at an https address",
    exitCode: 3,
    start: async () => (await host((_in, out) => out.end())()).replace("http:", "https:"),
  },

  {
    name: "nothing listens",
    exitCode: 4,
    start: async () => {
      const server = createServer();
      const port = await listening(server);
      await new Promise((resolve) => server.close(resolve));
      return `http://127.0.0.1:${port}`;
    },
  },
  {
    name: "nothing listens, however long is waited",
    exitCode: 4,
    flags: ["--wait", "2s"],
    start: async () => {
      const server = createServer();
      const port = await listening(server);
      await new Promise((resolve) => server.close(resolve));
      return `http://127.0.0.1:${port}`;
    },
  },
  {
    name: "silence",
    exitCode: 4,
    start: async () => `http://127.0.0.1:${await listening(createServer(() => undefined))}`,
  },
  { name: "half an answer", exitCode: 4, start: host((_in, out) => void out.write('{"error"')) },
  {
    name: "a gateway's error",
    exitCode: 4,
    start: host((_in, out) => out.writeHead(502).end("<h1>Bad gateway</h1>")),
  },
  {
    name: "it goes away in the middle",
    exitCode: 4,
    start: mutant(leaving("-v2@")),
  },
  {
    name: "a question of --discover gets no answer",
    exitCode: 4,
    differs: [],
    flags: ["--no-create", "--output", "facts.json"],
    start: mutant({
      before: (request) => {
        if (request.body === "hello") throw new Error("hangs up");
        return request;
      },
    }),
  },
  { name: "every lead is taken", exitCode: 1, start: mutant(taking()) },
  {
    name: "every lead is taken, and none may be",
    exitCode: 1,
    differs: ["together.v1-v5"],
    flags: ["--no-create"],
    start: mutant(taking()),
  },
  {
    name: "a 500 hides a quote",
    exitCode: 4,
    start: mutant(
      onStatus(200, (answer, request) =>
        leadOf(request).buildingType === "townhouse"
          ? json(500, { message: "Internal server error" })
          : answer,
      ),
    ),
  },
  {
    name: "where V1 and V5 do not hold, nothing can be compared",
    exitCode: 4,
    flags: ["--no-create", "--only", "methods", "--baseline", "facts.json"],
    start: async (cwd) => {
      await kept((text) => text)(cwd);
      return mutant(onStatus(400, () => json(400, { error: { issues: [] } })))();
    },
  },
];

/** Hangs up from the first request on that holds a text. */
function leaving(mark: string): Mutation {
  let isGone = false;
  return {
    before: (request) => {
      isGone ||= request.body.includes(mark);
      if (isGone) throw new Error("gone");
      return request;
    },
  };
}

/** As a host that is being deployed: no service at first. */
function laterThere(looks: number): Mutation {
  let left = looks;
  return {
    before: (request) => {
      if (left === 0) return request;
      left -= 1;
      return {
        answer: { status: 404, headers: { "content-type": "text/html" }, body: "<h1>default backend</h1>" },
      };
    },
  };
}

/** The target's variables. */
export function variablesFor(url: string, { env = {} }: Situation): Record<string, string> {
  return { LANG: "C.UTF-8", ...environmentFor(url), ...env };
}
