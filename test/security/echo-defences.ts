import type { Defence } from "./defence.ts";

const ECHO_TEST = "misbehaving-server";
const KEY_TEST = "target";
const CLIENT_TEST = "send/client";

/** A server that gives the key back, however it spells it. */
export const ECHO_DEFENCES: readonly Defence[] = [
  {
    id: "echo-in-body",
    threat: "A server echoes the request, and the journal keeps the key",
    defence: "The key is taken out of every body before anything else sees it",
    symbol: "ExchangeHandler.#finish",
    source: "scrubAnswer(decoded.text, key)",
    mutant: "decoded.text",
    tests: [ECHO_TEST],
  },
  {
    id: "echo-in-retry-after",
    threat: "A server gives the key back as Retry-After, which the journal keeps",
    defence: "The key is taken out of it",
    symbol: "ExchangeHandler.#finish",
    source: "retryAfter && key.scrub(retryAfter)",
    mutant: "retryAfter",
    tests: [ECHO_TEST],
  },
  {
    id: "echo-in-another-case",
    threat: "The key comes back in another case, as host names and encodings do",
    defence: "It is found in any case",
    symbol: "secretPattern",
    source: '"gi"',
    mutant: '"g"',
    tests: [KEY_TEST, ECHO_TEST],
  },
  {
    id: "echo-in-json-escapes",
    threat: "The key comes back with its letters escaped, so that reading the JSON brings it to light",
    defence: "It is found as JSON may spell it",
    symbol: "spellings",
    source: "`(?:${backslash}${itself}|${inJson}|${encoded})`",
    mutant: "`(?:${backslash}${itself}|${encoded}|${encoded})`",
    tests: [KEY_TEST],
  },
  {
    id: "echo-percent-encoded",
    threat: "The key comes back percent-encoded",
    defence: "It is found percent-encoded",
    symbol: "spellings",
    source: "`(?:${backslash}${itself}|${inJson}|${encoded})`",
    mutant: "`(?:${backslash}${itself}|${inJson}|${inJson})`",
    tests: [KEY_TEST],
  },
  {
    id: "echo-cut-off",
    threat: "An answer breaks off within the key, and most of it is kept",
    defence: "At the end of a text, the key's first characters are masked, too",
    symbol: "secretPattern",
    source: '`${start}(?:${rest.join("")}|${cut}$)`',
    mutant: '`${start}(?:${rest.join("")}|${rest.join("")}$)`',
    tests: [KEY_TEST],
  },
  {
    id: "echo-in-ids",
    threat: "A server hides the key in a login link, which is kept unchanged",
    defence: "A key too long to stand there by chance is taken out of ids as well",
    symbol: "scrubAnswer",
    source: "|| key.isUnmistakable",
    mutant: "",
    tests: [KEY_TEST],
  },
  {
    id: "echo-too-deep",
    threat: "An answer nested too deep to be written again hangs its lead",
    defence: "Such parts are left out, and the ids stay",
    symbol: "scrubAnswer",
    source: "return jsonText({ ...(parseObject(scrubbed) ?? {}), ...ids }) ?? JSON.stringify(ids);",
    mutant: "return JSON.stringify({ ...(parseObject(scrubbed) ?? {}), ...ids });",
    tests: [KEY_TEST],
  },
  {
    id: "echo-in-headers",
    threat: "A server echoes the key in a header, and the smoke test shows or keeps it",
    defence: "The key is taken out of every header before anybody looks at it",
    symbol: "scrubbedHeaders",
    source: "key.scrub(Array.isArray",
    mutant: "String(Array.isArray",
    tests: [CLIENT_TEST],
  },
];
