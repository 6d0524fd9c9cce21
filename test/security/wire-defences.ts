import { ANSWER_DEFENCES } from "./answer-defences.ts";
import type { Defence } from "./defence.ts";
import { ECHO_DEFENCES } from "./echo-defences.ts";
import { KEY_DEFENCES } from "./key-defences.ts";

const MISBEHAVING_TEST = "misbehaving-server";
const TARGET_TEST = "target";
const CERTIFICATE_TEST = "certificate";
const PROXY_TEST = "proxy";

/** Where `new Pool(` stands: a pool that follows redirects. */
export const FOLLOWING_CLIENT = `new (class {
  constructor(...given: any) {
    const { interceptors } = process.getBuiltinModule("node:module").createRequire(import.meta.url)("undici");
    return new (Client as any)(...given).compose(interceptors.redirect({ maxRedirections: 3 }));
  }
} as any)(`;

/** Where requests go. */
const TRAFFIC_DEFENCES: readonly Defence[] = [
  {
    id: "plain-http",
    threat: "Leads and key travel unprotected, for anybody on the way to read",
    defence: "Plain http is accepted only for this machine",
    symbol: "parseWebAddress",
    source: 'url.protocol === "http:" && !isLoopback(url.hostname)',
    mutant: "false",
    tests: [TARGET_TEST],
  },
  {
    id: "false-loopback",
    threat: "A host with a name like 127.0.0.1.example.com passes for this machine",
    defence: "Only whole addresses of the loopback network are this machine",
    symbol: "isLoopback",
    source: String.raw`/^127(\.\d{1,3}){3}$/`,
    mutant: String.raw`/^127\./`,
    tests: [TARGET_TEST],
  },
  {
    id: "base-url-user",
    threat: "A password in the base URL is kept in journal and reports",
    defence: "A base URL with user information is refused, without being shown",
    symbol: "parseWebAddress",
    source: 'url.username !== "" || url.password !== ""',
    mutant: "false",
    tests: [TARGET_TEST],
  },
  {
    id: "base-url-query",
    threat: "A query or fragment in the base URL swallows the path, and requests go elsewhere on the host",
    defence: "A base URL with a query or a fragment is refused",
    symbol: "parseWebAddress",
    source: 'url.search !== "" || url.hash !== "" || text.includes("?") || text.includes("#")',
    mutant: "false",
    tests: [TARGET_TEST],
  },
  {
    id: "partner-segments",
    threat: "A partner with slashes or escapes changes the request's path",
    defence: "A partner holds only letters, digits, hyphens, underscores and dots",
    symbol: "PARTNER",
    source: "/^[A-Za-z0-9._-]+$/",
    mutant: "/^[^]+$/",
    tests: [TARGET_TEST],
  },
  {
    id: "partner-dots",
    threat: "The partner .. takes a part away from the path",
    defence: "A partner of nothing but dots is refused",
    symbol: "parsePartner",
    source: String.raw`|| /^\.+$/.test(text)`,
    mutant: "",
    tests: [TARGET_TEST],
  },
  {
    id: "protected-by-any-name",
    threat:
      "`http://localhost` goes around the confirmation of an environment that is protected as 127.0.0.1",
    defence: "An environment is found by what an address reaches, and not by how it is written",
    symbol: "environmentAt",
    source: "isSameService(target.baseUrl, baseUrl)",
    mutant: "target.baseUrl === baseUrl",
    tests: ["destination", "targets"],
  },
  {
    id: "partner-left-over",
    threat: "A LEADCTL_PARTNER left over in the shell sends leads on behalf of somebody else",
    defence: "Only a partner that was typed overrides an environment's own",
    symbol: "requireAgreement",
    source: "partner && !isMeant && partner.value !== target.partner",
    mutant: "found.environment && partner && !isMeant && partner.value !== target.partner",
    tests: ["destination"],
  },
  {
    id: "sandbox-requests-for-pages",
    threat: "A web page whose name points to this machine reads the leads that a sandbox saw",
    defence: "Requests that name another host need the key",
    symbol: "OwnResources.#answerOf",
    source: "!isHere && !this.#keys.accept(",
    mutant: "false && !this.#keys.accept(",
    tests: ["as-mock"],
  },
  {
    id: "sandbox-set-from-elsewhere",
    threat: "A page in a browser, or another machine, sets the faults, users or quotes of a sandbox",
    defence: "`/__admin` is only for this machine, by address and by name, and takes a body only as JSON",
    symbol: "OwnResources.#answerOf",
    source: 'resource.for === "here" && !isHere',
    mutant: "false && !isHere",
    tests: ["admin"],
  },
  {
    id: "redirects",
    threat: "A redirect carries key and lead to another host",
    defence: "The HTTP client follows none, and a 3xx stops the run",
    symbol: "openClient",
    source: "new Client(",
    mutant: FOLLOWING_CLIENT,
    tests: [MISBEHAVING_TEST],
  },
  {
    id: "certificates",
    threat: "Somebody on the way poses as the service",
    defence: "Certificates are checked, whatever Node's defaults are",
    symbol: "connectionOptions",
    source: "rejectUnauthorized: true",
    mutant: "rejectUnauthorized: false",
    tests: [CERTIFICATE_TEST],
  },
  {
    id: "certificates-behind-proxy",
    threat: "A proxy poses as the service",
    defence: "The service's certificate is checked inside the tunnel as well",
    symbol: "createProxyAgent",
    source: "requestTls: { rejectUnauthorized: true }",
    mutant: "requestTls: { rejectUnauthorized: false }",
    tests: [CERTIFICATE_TEST],
  },
  {
    id: "tls-variable",
    threat: "NODE_TLS_REJECT_UNAUTHORIZED=0, left over in a shell, turns the checks off",
    defence: "The variable is refused",
    symbol: "requireVerifiedTls",
    source: 'context.env.NODE_TLS_REJECT_UNAUTHORIZED !== "0"',
    mutant: "context !== undefined",
    tests: ["settings"],
  },
  {
    id: "proxy-tunnel",
    threat: "A proxy reads the key and the leads",
    defence: "Requests travel through a proxy in a tunnel, end to end",
    symbol: "createClient",
    source: "connections.dispatch(request, handler);",
    mutant:
      'connections.dispatch({ ...request, ...(options.open && { origin: "http://service.test:443" }) }, handler);',
    tests: [CERTIFICATE_TEST],
  },
  {
    id: "proxy-password",
    threat: "The password of a proxy shows up in an error of the library that connects to it",
    defence: "User and password leave the address of a proxy at once",
    symbol: "parseProxy",
    source: "return { uri: url.origin, authorization",
    mutant: "return { uri: url.href, authorization",
    tests: [PROXY_TEST],
  },
  {
    id: "proxy-for-loopback",
    threat: "A proxy is asked for this machine, over plain http",
    defence: "This machine never lies behind a proxy",
    symbol: "proxyFor",
    source: 'isLoopback(url.hostname) ? "" : ',
    mutant: "",
    tests: [PROXY_TEST],
  },
];

/** The key and the connection: what keeps the secret secret, and bounds what a server can do to us. */
export const WIRE_DEFENCES: readonly Defence[] = [
  ...KEY_DEFENCES,
  ...ECHO_DEFENCES,
  ...TRAFFIC_DEFENCES,
  ...ANSWER_DEFENCES,
];
