import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { CliError } from "../../src/base/cli-error.ts";
import { type Context, systemContext } from "../../src/base/context.ts";
import { EXIT } from "../../src/base/exit-codes.ts";
import { reportFailure } from "../../src/cli/report-failure.ts";
import { openOutput, runDocument } from "../../src/job/command-output.ts";
import { emptySummary } from "../../src/outcome/status.ts";
import { resolveKey } from "../../src/settings/api-key.ts";

/** Each its own: what was a secret once stays one for the process. */
let keyCount = 0;
const newKey = (): string => `secret-number-${++keyCount}-of-this-file`;

afterEach(() => {
  delete process.env.LEADCTL_API_KEY;
});

/** The system's own context, but for its streams, and what it wrote. */
function rimWithStreams(): { context: Context; text(): string } {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const text = (): string => [stdout, stderr].map((stream) => String(stream.read() ?? "")).join("");
  const streams = { stdout, stderr } as unknown as Pick<Context, "stdout" | "stderr">;
  return { context: { ...systemContext(), ...streams }, text };
}

describe("a key that was read", () => {
  it("is gone from the process's environment", () => {
    const key = newKey();
    process.env.LEADCTL_API_KEY = key;
    expect(resolveKey({}, systemContext()).authorization).toBe(`Bearer ${key}`);
    expect(process.env).not.toHaveProperty("LEADCTL_API_KEY");
  });

  it.each(["the environment", "--vars"])("from %s is masked in whatever leaves the program", (source) => {
    const key = newKey();
    if (source === "the environment") process.env.LEADCTL_API_KEY = key;
    resolveKey(source === "--vars" ? { LEADCTL_API_KEY: key } : {}, systemContext());
    expect(systemContext().scrub(`told ${key}.`)).toBe("told ***.");
  });
});

describe("a failure that repeats a key nobody has come to read", () => {
  const forms = [
    { document: null, isEvent: false },
    { document: "submit", isEvent: false },
    { document: "submit", isEvent: true },
  ];

  it.each(forms)("is told without it (%j)", (form) => {
    const key = newKey();
    process.env.LEADCTL_API_KEY = key;
    const { context, text } = rimWithStreams();
    const error = new CliError(`No partner ${key}`, { code: "x", exitCode: EXIT.usage, hint: `Not ${key}.` });
    expect(reportFailure(error, form, context)).toBe(EXIT.usage);
    const told = text();
    expect(told).toContain("No partner ***");
    expect(told).not.toContain(key);
  });

  it("is told without it even where it is a bug, with its stack", () => {
    const key = newKey();
    process.env.LEADCTL_API_KEY = key;
    const { context, text } = rimWithStreams();
    expect(
      reportFailure(new TypeError(`${key} is no function`), { document: null, isEvent: false }, context),
    ).toBe(EXIT.bug);
    const told = text();
    expect(told).toContain("at ");
    expect(told).not.toContain(key);
  });
});

describe("a command's words", () => {
  it.each([
    ["people's text", {}, "say"],
    ["an event", { progress: "json" }, "event"],
    ["the document", { json: true }, "document"],
  ] as const)("have no secret in %s", async (_what, flags, kind) => {
    const key = newKey();
    const { context, text } = rimWithStreams();
    context.keepSecret(key);
    const output = await openOutput("submit", { json: false, all: false, quiet: false, ...flags }, context);
    const words = `told ${key} Bearer abc ?token=xyz`;
    if (kind === "say") output.say(`${words}\n`);
    else if (kind === "event")
      output.event({ event: "error", code: words, finding: words, message: words, hint: words, exitCode: 2 });
    else output.document(runDocument({ id: words, dir: null, complete: true, rowsRead: 0 }, emptySummary()));
    output.progress.stop();
    const told = text();
    expect(told).toContain("told *** Bearer *** ?token=***");
    expect(told).not.toContain(key);
  });
});
