import { writeFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { baselineText } from "../../src/smoke/discovery/discover.ts";
import { environmentFor, KEY } from "../program/run-program.ts";
import { listening, rawServer } from "../send/raw-server.ts";
import { type Mutation, startMutant } from "./mutant-service.ts";
import { json, leadOf, onBody, onStatus } from "./mutation-parts.ts";
import { planFor, runPlan } from "./smoke-plan.ts";

/** What smoke meets, and what it has to end with, on every surface. */
export interface Situation {
  name: string;
  exitCode: number;
  /** The code of the error that ends it; absent: nobody says. */
  error?: string;
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
  onTestFinished(() => server.closeAllConnections());
  return `http://127.0.0.1:${await listening(server)}`;
};

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

const KEPT = kept((text) => text);

/** A host whose every answer is this one. */
const answering = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) =>
  host((_in, out) => out.writeHead(status, headers).end(body));

/** Gives answers of a status another one where they hold a text. */
const restatus = (from: number, to: number, holds = /(?:)/) =>
  mutant(onStatus(from, (answer) => (holds.test(answer.body) ? { ...answer, status: to } : answer)));

function situation(
  name: string,
  exitCode: number,
  more: Pick<Situation, "error" | "differs" | "accepted" | "flags" | "env">,
  start: Situation["start"] = mutant(TRUE),
): Situation {
  return { name, exitCode, ...more, start };
}

const tcp = (onConnection: (socket: Socket) => void) => async (): Promise<string> =>
  (await rawServer(onConnection)).url;
const silence = tcp(() => undefined);
const RESET = tcp((socket) => void socket.once("data", () => socket.resetAndDestroy()));
const ENDLESS = host((_in, out) => endless(out));
const HALF = host((_in, out) => void out.write('{"error"'));

function endless(out: Parameters<RequestListener>[1]): void {
  const chunk = "x".repeat(64 * 1024);
  const more = (): void => {
    while (!out.destroyed && out.write(chunk));
    if (!out.destroyed) out.once("drain", more);
  };
  more();
}

async function nothingListens(): Promise<string> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

export const SITUATIONS: readonly Situation[] = [
  situation("the interface is kept", 0, { differs: [] }),
  situation("every lead is answered 500 once", 0, { differs: [] }, mutant(flaky())),
  situation("a success is 201", 0, { differs: [] }, restatus(200, 201)),
  situation("nothing may be created", 0, { differs: [], flags: ["--no-create"] }),
  situation("only some checks", 0, { differs: [], flags: ["--only", "auth,rules.v1"] }),
  situation(
    "not some checks",
    0,
    { differs: [], flags: ["--skip", "rules,together.v1-v4"] },
    mutant(wrongV1),
  ),
  situation(
    "what differs is accepted",
    0,
    { differs: [], accepted: V1_DIFFERS, flags: ACCEPT_V1 },
    mutant(wrongV1),
  ),
  situation(
    "as in the baseline",
    0,
    { differs: [], flags: ["--no-create", "--baseline", "facts.json"] },
    KEPT,
  ),
  situation("two quotes at once, and nobody asks", 0, { differs: [] }, mutant(TWO_QUOTES)),
  situation(
    "it is there after a while",
    0,
    { differs: [], flags: ["--wait", "20s", "--only", "auth"] },
    mutant(laterThere(2)),
  ),
  situation("a rule answers 422", 1, { differs: V1_DIFFERS }, mutant(wrongV1)),
  situation(
    "a rule answers 500, always",
    1,
    { differs: ["rules.v2"] },
    mutant({
      before: (request) => (request.body.includes("-v2@") ? { answer: json(500, {}) } : request),
    }),
  ),
  situation(
    "one of two is accepted",
    1,
    { differs: ["together.v1-v4"], accepted: ["rules.v1"], flags: ACCEPT_V1.slice(0, 2) },
    mutant(wrongV1),
  ),
  situation("what was accepted passes", 1, { differs: [], flags: ["--accept", "rules.v1=a ticket"] }),
  situation(
    "every quote has the same login token",
    1,
    { differs: ["success.login-token-own"] },
    mutant(
      onBody(200, (body) => ({ ...body, loginUrl: String(body.loginUrl).replace(/token=.*/, "token=x") })),
    ),
  ),
  situation(
    "a wrong key is answered 403",
    1,
    { differs: ["auth.wrong"] },
    mutant(
      onStatus(401, (answer, { headers }) =>
        headers.authorization?.includes("leadctl-smoke-") ? { ...answer, status: 403 } : answer,
      ),
    ),
  ),
  situation(
    "a duplicate is answered 409",
    1,
    { differs: ["duplicates.quote"] },
    restatus(400, 409, /already in use/),
  ),
  situation(
    "two quotes at once, and somebody asks",
    1,
    { differs: ["race.one-quote"], flags: ["--only", "race"] },
    mutant(TWO_QUOTES),
  ),
  situation(
    "not as in the baseline",
    1,
    { differs: [], flags: ["--no-create", "--baseline", "facts.json"] },
    kept((text) => text.replace('"observed": "415,', '"observed": "416,')),
  ),
  situation("an unknown flag", 2, { flags: ["--no-such-flag"] }),
  situation("a number that is none", 2, { flags: ["--repeat", "many"] }),
  situation("a check that there is not", 2, { flags: ["--only", "rules.v9"] }),
  situation("a group that may differ", 2, { flags: ["--accept", "rules=all"] }),
  situation("no reason", 2, { flags: ["--accept", "rules.v1"] }),
  situation("nothing left to check", 2, { flags: ["--only", "auth", "--skip", "auth"] }),
  situation("nothing left but what creates", 2, { flags: ["--only", "accepted", "--no-create"] }),
  situation("a baseline that is not there", 2, { flags: ["--baseline", "none.json"] }),
  situation(
    "one file for both",
    2,
    { flags: ["--baseline", "facts.json", "--output", "./facts.json"] },
    KEPT,
  ),
  situation(
    "a baseline without an answer",
    2,
    { flags: ["--baseline", "facts.json"] },
    kept((text) => text.replace(/"observed": .*/g, '"observed": null')),
  ),
  situation(
    "a fuller baseline to write over",
    2,
    { flags: ["--no-create", "--output", "facts.json"] },
    kept((text) => text.replace('"id": "auth.lower-case"', '"id": "success.status"')),
  ),
  situation("no key", 2, { env: { LEADCTL_API_KEY: "" } }),
  situation("a key that is refused", 3, {
    error: "key-refused",
    env: { LEADCTL_API_KEY: "another-key-0123" },
  }),
  situation("a web page", 3, { error: "wrong-target" }, answering(200, "<!doctype html>")),
  situation(
    "a redirect",
    3,
    { error: "wrong-target" },
    answering(302, "", { location: "https://x.example/" }),
  ),
  situation("no such partner", 3, { error: "wrong-target", env: { LEADCTL_PARTNER: "nobody" } }),
  situation(
    "a name that nobody knows",
    3,
    { error: "host-unknown" },
    async () => "https://leadctl-smoke.invalid",
  ),
  situation("plain http at an https address", 3, { error: "tls-refused" }, async () =>
    (await answering(200, "")()).replace("http:", "https:"),
  ),
  situation("nothing listens", 4, { error: "no-answer" }, nothingListens),
  situation("nothing listens, however long is waited", 4, { flags: ["--wait", "2s"] }, nothingListens),
  situation("silence", 4, { error: "no-answer" }, silence),
  situation("half an answer", 4, { error: "no-answer" }, HALF),
  situation("a gateway's error", 4, { error: "unavailable" }, answering(502, "<h1>Bad gateway</h1>")),
  situation("it goes away in the middle", 4, {}, mutant(leaving("-v2@"))),
  situation(
    "a question of --discover gets no answer",
    4,
    { differs: [], flags: ["--no-create", "--output", "facts.json"] },
    mutant({
      before: (request) => {
        if (request.body === "hello") throw new Error("hangs up");
        return request;
      },
    }),
  ),
  situation("TLS that is never answered", 4, { error: "no-answer" }, async () =>
    (await silence()).replace("http:", "https:"),
  ),
  situation("a reset", 4, { error: "no-answer" }, RESET),
  situation("an endless answer", 4, { error: "no-answer" }, ENDLESS),
  situation(
    "a page that is not found",
    3,
    { error: "wrong-target" },
    answering(404, "<h1>Not found</h1>", { "content-type": "text/html" }),
  ),
  situation("every lead is taken", 1, {}, mutant(taking())),
  situation(
    "every lead is taken, and none may be",
    1,
    { differs: ["together.v1-v5"], flags: ["--no-create"] },
    mutant(taking()),
  ),
  situation(
    "a 500 hides a quote",
    4,
    {},
    mutant(
      onStatus(200, (answer, request) =>
        leadOf(request).buildingType === "townhouse"
          ? json(500, { message: "Internal server error" })
          : answer,
      ),
    ),
  ),
  situation(
    "where V1 and V5 do not hold, nothing can be compared",
    4,
    { flags: ["--no-create", "--only", "methods", "--baseline", "facts.json"] },
    async (cwd) => {
      await KEPT(cwd);
      return mutant(onStatus(400, () => json(400, { error: { issues: [] } })))();
    },
  ),
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
