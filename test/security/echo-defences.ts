import type { Defence } from "./defence.ts";

const CLIENT = "src/send/client.ts";
const ECHO_TEST = "test/send/misbehaving-server.test.ts";
const KEY_TEST = "test/settings/target.test.ts";
const OPEN_WIRE_TEST = "test/smoke/open-http-client.test.ts";

/** A server that gives the key back, however it spells it. */
export const ECHO_DEFENCES: readonly Defence[] = [
  {
    id: "echo-in-body",
    threat: "A server echoes the request, and the journal keeps the key",
    defence: "The key is taken out of every body before anything else sees it",
    file: CLIENT,
    source: "scrubAnswer(decoded.text, key)",
    mutant: "decoded.text",
    tests: [ECHO_TEST],
  },
  {
    id: "echo-in-retry-after",
    threat: "A server gives the key back as Retry-After, which the journal keeps",
    defence: "The key is taken out of it",
    file: CLIENT,
    source: "this.#retryAfter && key.scrub(this.#retryAfter)",
    mutant: "this.#retryAfter",
    tests: [ECHO_TEST],
  },
  {
    id: "echo-in-another-case",
    threat: "The key comes back in another case, as host names and encodings do",
    defence: "It is found in any case",
    file: "src/base/secret-pattern.ts",
    source: '"gi"',
    mutant: '"g"',
    tests: [KEY_TEST, ECHO_TEST],
  },
  {
    id: "echo-in-json-escapes",
    threat: "The key comes back with its letters escaped, so that reading the JSON brings it to light",
    defence: "It is found as JSON may spell it",
    file: "src/base/secret-pattern.ts",
    source: "inJson}|",
    mutant: "encoded}|",
    tests: [KEY_TEST],
  },
  {
    id: "echo-percent-encoded",
    threat: "The key comes back percent-encoded",
    defence: "It is found percent-encoded",
    file: "src/base/secret-pattern.ts",
    source: "encoded})",
    mutant: "inJson})",
    tests: [KEY_TEST],
  },
  {
    id: "echo-cut-off",
    threat: "An answer breaks off within the key, and most of it is kept",
    defence: "At the end of a text, the key's first characters will do",
    file: "src/base/secret-pattern.ts",
    source: "cut}$)",
    mutant: 'rest.join("")}$)',
    tests: [KEY_TEST],
  },
  {
    id: "echo-in-ids",
    threat: "A server hides the key in a login link, which is kept as it is",
    defence: "A key too long to stand there by chance is taken out of ids as well",
    file: "src/outcome/scrub-answer.ts",
    source: "|| key.isUnmistakable",
    mutant: "",
    tests: [KEY_TEST],
  },
  {
    id: "echo-too-deep",
    threat: "An answer too deep to be written again hangs the lead that it is for",
    defence: "What cannot be written again is left out, and the ids stay",
    file: "src/outcome/scrub-answer.ts",
    source: "return textOf({ ...rest, ...ids }) ?? JSON.stringify(ids);",
    mutant: "return JSON.stringify({ ...rest, ...ids });",
    tests: [KEY_TEST],
  },
  {
    id: "smoke-echo",
    threat: "An environment echoes the key, and the smoke test shows or keeps the answer",
    defence: "The key is taken out of every answer before anybody looks at it",
    file: "src/smoke/open-http-client.ts",
    source: "withoutKey(answer, options.scrub)",
    mutant: "answer",
    tests: [OPEN_WIRE_TEST],
  },
];
