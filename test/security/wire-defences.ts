import { ANSWER_DEFENCES } from "./answer-defences.ts";
import type { Defence } from "./defence.ts";
import { ECHO_DEFENCES } from "./echo-defences.ts";
import { KEY_DEFENCES } from "./key-defences.ts";

const CLIENT = "src/send/client.ts";
const TARGET = "src/settings/target.ts";
const OPEN_WIRE = "src/smoke/open-http-client.ts";
const MISBEHAVING_TEST = "test/send/misbehaving-server.test.ts";
const TARGET_TEST = "test/settings/target.test.ts";
const CERTIFICATE_TEST = "test/send/certificate.test.ts";
const PROXY_TEST = "test/send/proxy.test.ts";
const OPEN_WIRE_TEST = "test/smoke/open-http-client.test.ts";

/** A pool as undici has it that follows redirects: what a change of one word would bring back. */
const FOLLOWING_POOL = `Pool as Plain } from "undici";
import { interceptors } from "undici";
function Pool(origin: string, options: object) {
  return new Plain(origin, options).compose(interceptors.redirect({ maxRedirections: 3 }));
}`;

/** Where requests go. */
const TRAFFIC_DEFENCES: readonly Defence[] = [
  {
    id: "plain-http",
    threat: "Leads and key travel unprotected, for anybody on the way to read",
    defence: "Plain http is taken for this machine alone",
    file: TARGET,
    source: 'url.protocol === "http:" && !isLoopback(url.hostname)',
    mutant: "false",
    tests: [TARGET_TEST],
  },
  {
    id: "false-loopback",
    threat: "A host with a name like 127.0.0.1.example.com passes for this machine",
    defence: "Only whole addresses of the loopback network are this machine",
    file: TARGET,
    source: String.raw`/^127(\.\d{1,3}){3}$/`,
    mutant: String.raw`/^127\./`,
    tests: [TARGET_TEST],
  },
  {
    id: "base-url-user",
    threat: "A password in the base URL is kept in journal and reports",
    defence: "A base URL with user information is refused, without being shown",
    file: TARGET,
    source: 'url.username !== "" || url.password !== ""',
    mutant: "false",
    tests: [TARGET_TEST],
  },
  {
    id: "base-url-query",
    threat: "A query or fragment in the base URL swallows the path, and requests go elsewhere on the host",
    defence: "A base URL with a query or a fragment is refused",
    file: TARGET,
    source: 'url.search !== "" || url.hash !== "" || text.includes("?") || text.includes("#")',
    mutant: "false",
    tests: [TARGET_TEST],
  },
  {
    id: "partner-segments",
    threat: "A partner with slashes or escapes makes another path of the request",
    defence: "A partner holds letters, digits, -, _ and . alone",
    file: TARGET,
    source: "/^[A-Za-z0-9._-]+$/",
    mutant: "/^[^]+$/",
    tests: [TARGET_TEST],
  },
  {
    id: "partner-dots",
    threat: "The partner .. takes a part away from the path",
    defence: "A partner of nothing but dots is refused",
    file: TARGET,
    source: String.raw`|| /^\.+$/.test(text)`,
    mutant: "",
    tests: [TARGET_TEST],
  },
  {
    id: "redirects",
    threat: "A redirect carries key and lead to another host",
    defence: "The HTTP client follows none, and a 3xx stops the run",
    file: CLIENT,
    source: 'Pool } from "undici";',
    mutant: FOLLOWING_POOL,
    tests: [MISBEHAVING_TEST],
  },
  {
    id: "redirects-of-smoke",
    threat: "A redirect carries the smoke test's key to another host",
    defence: "Its HTTP client follows none either",
    file: OPEN_WIRE,
    source: 'Pool, request } from "undici";',
    mutant: FOLLOWING_POOL.replace("Pool as Plain }", "request, Pool as Plain }"),
    tests: [OPEN_WIRE_TEST],
  },
  {
    id: "certificates",
    threat: "Somebody on the way poses as the service",
    defence: "Certificates are checked, whatever Node's defaults are",
    file: CLIENT,
    source: "rejectUnauthorized: true",
    mutant: "rejectUnauthorized: false",
    tests: [CERTIFICATE_TEST],
  },
  {
    id: "certificates-behind-proxy",
    threat: "A proxy poses as the service",
    defence: "The service's certificate is checked inside the tunnel as well",
    file: "src/send/proxy.ts",
    source: "requestTls: { rejectUnauthorized: true }",
    mutant: "requestTls: { rejectUnauthorized: false }",
    tests: [CERTIFICATE_TEST],
  },
  {
    id: "certificates-of-smoke",
    threat: "Somebody on the way poses as the environment that is held against the interface",
    defence: "The smoke test checks certificates, too",
    file: "src/smoke/connection-facts.ts",
    source: "rejectUnauthorized: true",
    mutant: "rejectUnauthorized: false",
    tests: [OPEN_WIRE_TEST],
  },
  {
    id: "tls-variable",
    threat: "NODE_TLS_REJECT_UNAUTHORIZED=0, left over in a shell, turns the checks off",
    defence: "The variable is refused",
    file: "src/settings/settings.ts",
    source: 'context.env.NODE_TLS_REJECT_UNAUTHORIZED !== "0"',
    mutant: "context !== undefined",
    tests: ["test/settings/settings.test.ts"],
  },
  {
    id: "proxy-tunnel",
    threat: "A proxy reads the key and the leads",
    defence: "Requests travel through a proxy in a tunnel, end to end",
    file: CLIENT,
    source: "dispatcher.dispatch(request, handler);",
    mutant:
      'dispatcher.dispatch({ ...request, ...(options.dispatcher && { origin: "http://service.test:443" }) }, handler);',
    tests: [CERTIFICATE_TEST],
  },
  {
    id: "proxy-password",
    threat: "The password of a proxy shows up in an error of the library that connects to it",
    defence: "User and password leave the address of a proxy at once",
    file: "src/send/proxy.ts",
    source: "return { uri: url.origin, authorization",
    mutant: "return { uri: url.href, authorization",
    tests: [PROXY_TEST],
  },
  {
    id: "proxy-for-loopback",
    threat: "A proxy is asked for this machine, over plain http",
    defence: "This machine never lies behind a proxy",
    file: "src/send/proxy.ts",
    source: 'isLoopback(url.hostname) ? "" : ',
    mutant: "",
    tests: [PROXY_TEST],
  },
];

/** The key and the wire: what keeps the secret secret, and bounds what a server can do to us. */
export const WIRE_DEFENCES: readonly Defence[] = [
  ...KEY_DEFENCES,
  ...ECHO_DEFENCES,
  ...TRAFFIC_DEFENCES,
  ...ANSWER_DEFENCES,
];
