import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnswerKind, answerMessage, isDnsFailure, readAnswer } from "../../src/outcome/answer.ts";
import type { HttpResponse } from "../../src/send/client.ts";
import { failure, reply } from "../simulation/exchanges.ts";

const CREATED = {
  success: true,
  quoteId: "q1",
  loginUrl: "https://host/api/auth/callback/credentials?token=t",
};
const IDS = { quoteId: CREATED.quoteId, loginUrl: CREATED.loginUrl };
const ISSUE = { code: "custom", message: "Required for condo properties", path: ["address", "unitNumber"] };

const answered = (httpStatus: number, body: unknown, changes: Partial<HttpResponse> = {}) =>
  reply(httpStatus, body, null, changes);

describe("an answer with a status", () => {
  it.each([200, 201, 202, 204, 299])("of %i is created only with success and both ids", (status) => {
    expect(readAnswer(answered(status, CREATED))).toEqual({
      kind: "created",
      quoteId: CREATED.quoteId,
      loginUrl: CREATED.loginUrl,
    });
  });

  it.each([
    ["nothing", "", "not-json", undefined],
    ["a page", "<html></html>", "not-json", undefined],
    ["half an object", '{"success":true,"quoteId":"q1"', "not-json", { quoteId: "q1" }],
    ["something after the object", `${JSON.stringify(CREATED)}x`, "not-json", IDS],
    ["two objects", `${JSON.stringify(CREATED)}\n{}`, "not-json", IDS],
    ["success false", { ...CREATED, success: false }, "no-success", IDS],
    ["success as text", { ...CREATED, success: "true" }, "no-success", IDS],
    ["no success", { quoteId: "q1", loginUrl: "u" }, "no-success", { quoteId: "q1", loginUrl: "u" }],
    ["no quote id", { success: true, loginUrl: "u" }, "no-ids", { loginUrl: "u" }],
    ["no login link", { success: true, quoteId: "q1" }, "no-ids", { quoteId: "q1" }],
    ["empty ids", { success: true, quoteId: " ", loginUrl: "" }, "no-ids", undefined],
    ["true as id", { success: true, quoteId: true, loginUrl: "u" }, "no-ids", { loginUrl: "u" }],
    ["an array", [CREATED], "not-json", IDS],
    ["null", null, "not-json", undefined],
  ])("of 200 with %s says why it proves no quote, and keeps what arrived", (_what, body, reason, pieces) => {
    expect(readAnswer(answered(200, body))).toEqual({
      kind: "unreadable",
      reason,
      ...(pieces !== undefined && { pieces }),
    });
  });

  it.each([
    [false, null],
    [false, { code: "UND_ERR_SOCKET", message: "other side closed" }],
    [false, { code: "DEADLINE", message: "no whole answer within 90 s" }],
  ])("of 200 with a whole object is created, however the connection ended", (bodyComplete, error) => {
    for (const text of [JSON.stringify(CREATED), ` \r\n${JSON.stringify(CREATED)}\n\t `])
      expect(readAnswer(answered(200, text, { bodyComplete, error })).kind).toBe("created");
  });

  it.each([
    ["7", "7"],
    ["12345678901234567890", "12345678901234567890"],
    ["-0.5e3", "-500"],
    ["1e400", "1e400"],
  ])("of 200 with the number %s as quote id is created, as %s", (written, quoteId) => {
    const text = JSON.stringify(CREATED).replace('"q1"', written);
    expect(readAnswer(answered(200, text))).toMatchObject({ kind: "created", quoteId });
  });

  it("of 200 is never created at any of its bytes but the last, and tells why", () => {
    const text = JSON.stringify(CREATED);
    for (let length = 0; length < text.length; length++) {
      const answer = readAnswer(answered(200, text.slice(0, length), { bodyComplete: false }));
      expect(answer).toMatchObject({ kind: "unreadable", reason: "cut-off" });
    }
  });

  it.each([
    ["BODY_TOO_LARGE", '{"a":1', "too-large"],
    ["BODY_TOO_LARGE", "<html>", "not-json"],
    ["BODY_UNDECODED", "(7 bytes in the encoding zstd)", "encoded"],
    ["UND_ERR_SOCKET", "", "cut-off"],
  ])("of 200 that ended with %s after %j is %s", (code, text, reason) => {
    const answer = readAnswer(answered(200, text, { bodyComplete: false, error: { code, message: code } }));
    expect(answer).toEqual({ kind: "unreadable", reason });
  });

  it.each([302, 307, 400, 404, 409, 429, 500, 502])("of %i keeps what arrived of a quote", (status) => {
    const nested = { error: { detail: IDS } };
    for (const body of [CREATED, nested, `<pre>${JSON.stringify(CREATED).slice(0, -9)}`]) {
      const answer = readAnswer(answered(status, body));
      expect(answer.kind !== "created" && answer.pieces?.quoteId).toBe("q1");
    }
  });

  it("keeps no half of an id or a link", () => {
    for (const text of ['{"quoteId":12', '{"loginUrl":"https://host/x?tok', '{"quoteId":"q']) {
      const answer = readAnswer(answered(500, text));
      expect(answer).toEqual({ kind: "server-error" });
    }
  });

  it("keeps what is longer than any id or link up to there", () => {
    const answer = readAnswer(answered(500, { quoteId: "q".repeat(20_000), loginUrl: "l".repeat(900_000) }));
    const pieces = { quoteId: `${"q".repeat(512)}…`, loginUrl: `${"l".repeat(4_096)}…` };
    expect(answer).toEqual({ kind: "server-error", pieces });
  });

  it.each([
    [{ quoteId: "q".repeat(512), loginUrl: "l".repeat(4_096) }, "created"],
    [{ quoteId: "q".repeat(513) }, "odd-ids"],
    [{ quoteId: 1e300, loginUrl: "l".repeat(4_097) }, "odd-ids"],
    [{ quoteId: "q\uFFFD" }, "odd-ids"],
    [{ loginUrl: "https://service.example/?token=\uFFFD" }, "odd-ids"],
  ])("of 200 with ids %# proves a quote only where they may be whole", (ids, what) => {
    const answer = readAnswer(answered(200, { ...CREATED, ...ids }));
    expect(answer.kind === "unreadable" ? answer.reason : answer.kind).toBe(what);
    if (answer.kind === "unreadable")
      expect(Object.keys(answer.pieces ?? {})).toEqual(["quoteId", "loginUrl"]);
  });

  it("looks for pieces in a hostile megabyte in one pass: several take longer than a test has", () => {
    for (const text of ['"quoteId":"', '"quoteId" ', '"loginUrl":"\\', '"quoteId":1'])
      expect(readAnswer(answered(500, text.repeat(100_000)))).toMatchObject({ kind: "server-error" });
  });

  it("of 200 with a byte order mark is created all the same", () => {
    expect(readAnswer(answered(200, `\uFEFF${JSON.stringify(CREATED)}`)).kind).toBe("created");
  });

  it("of 400 with issues has them in the interface's shape", () => {
    const email = {
      validation: "email",
      code: "invalid_string",
      message: "Invalid email",
      path: ["contactInfo", "email"],
    };
    expect(readAnswer(answered(400, { error: { issues: [ISSUE, email], name: "ZodError" } }))).toEqual({
      kind: "issues",
      issues: [ISSUE, email],
    });
  });

  it("keeps what it can of odd issues, and no more than a hundred", () => {
    const odd = [{ path: ["a", 1] }, "text", null, { code: 5, message: 6, path: "x" }];
    expect(readAnswer(answered(400, { error: { issues: odd } }))).toEqual({
      kind: "issues",
      issues: [
        { code: "custom", message: "(an issue without a message)", path: ["a", "1"] },
        { code: "custom", message: "(an issue without a message)", path: [] },
      ],
    });
    const many = readAnswer(answered(400, { error: { issues: new Array(1_000).fill(ISSUE) } }));
    expect(many.kind === "issues" && many.issues.length).toBe(100);
  });

  it("reads issues that were made to exhaust whoever reads them", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const paths = [`[${deep}]`, '[{"toString":1,"valueOf":1}]', JSON.stringify(new Array(90_000).fill("a"))];
    for (const path of paths) {
      const answer = readAnswer(answered(400, `{"error":{"issues":[{"path":${path}}]}}`));
      if (answer.kind !== "issues") throw new Error(`It is ${answer.kind}`);
      expect(answer.issues[0]?.path.length).toBeLessThanOrEqual(20);
    }
    const long = "m".repeat(900_000);
    const answer = readAnswer(
      answered(400, { error: { issues: [{ code: long, message: long, path: [long] }] } }),
    );
    expect(JSON.stringify(answer).length).toBeLessThan(20_000);
    expect(answerMessage(JSON.stringify({ message: long }))?.length).toBeLessThan(5_000);
  });

  it.each([
    ["Email already in use", "quote"],
    ["User with this email already exists", "account"],
  ])("of 400 with %j is a duplicate of %s", (error, holder) => {
    expect(readAnswer(answered(400, { error }))).toEqual({ kind: "duplicate", holder });
  });

  it.each([
    [400, { error: "Something else" }],
    [400, { error: "toString" }],
    [400, { error: { issues: [] } }],
    [400, "not json"],
    [409, { error: "Email already in use" }],
    [422, { error: { issues: [ISSUE] } }],
    [402, ""],
    [413, ""],
    [451, ""],
  ])("of %i with %j is a refusal", (status, body) => {
    expect(readAnswer(answered(status, body)).kind).toBe("refused");
  });

  it.each([
    [301, "redirected"],
    [302, "redirected"],
    [303, "redirected"],
    [307, "moved"],
    [308, "moved"],
    [304, "redirected"],
    [401, "unauthorized"],
    [403, "wrong-target"],
    [404, "wrong-target"],
    [405, "wrong-target"],
    [415, "wrong-target"],
    [501, "wrong-target"],
    [408, "request-timeout"],
    [425, "request-timeout"],
    [429, "throttled"],
    [500, "server-error"],
    [503, "server-error"],
    [502, "gateway-error"],
    [504, "gateway-error"],
    [505, "gateway-error"],
    [520, "gateway-error"],
    [599, "gateway-error"],
    [999, "gateway-error"],
  ] as const)("of %i is %s, whatever its body and whether or not all of it came", (status, kind) => {
    for (const body of ["", "{", CREATED, { error: "Email already in use" }]) {
      expect(readAnswer(answered(status, body)).kind).toBe(kind);
      expect(readAnswer(answered(status, body, { bodyComplete: false })).kind).toBe(kind);
    }
  });

  it("has a kind, and never throws, for any status and body", () => {
    const body = fc.oneof(fc.string(), fc.json(), fc.constant(null));
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 999 }), body, fc.boolean(), (status, text, bodyComplete) => {
        const answer = readAnswer(answered(status, "", { body: text, bodyComplete }));
        expect(answer.kind).toMatch(/^[a-z-]+$/);
        expect(answer.kind).not.toBe("not-sent" satisfies AnswerKind);
      }),
    );
  });
});

describe("no answer", () => {
  it.each(["ECONNRESET", "UND_ERR_SOCKET", "DEADLINE", "CERT_HAS_EXPIRED"])(
    "is unknown once it was sent (%s)",
    (code) => {
      expect(readAnswer(failure(true, code)).kind).toBe("no-answer");
    },
  );

  it.each([
    "ECONNRESET",
    "ECONNREFUSED",
    "ENOTFOUND",
    "UND_ERR_CONNECT_TIMEOUT",
    "DEADLINE",
    "UND_ERR_ABORTED",
  ])("is safe to repeat before it was sent (%s)", (code) => {
    expect(readAnswer(failure(false, code)).kind).toBe("not-sent");
  });

  it.each([
    "CERT_HAS_EXPIRED",
    "CERT_REVOKED",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "ERR_SSL_WRONG_VERSION_NUMBER",
    "INVALID_CA",
    "EPROTO",
  ])("is a refused certificate or protocol (%s)", (code) => {
    expect(readAnswer(failure(false, code)).kind).toBe("tls-refused");
  });

  it("knows a name that cannot be found from a host that is not there", () => {
    expect(["ENOTFOUND", "EAI_AGAIN"].map(isDnsFailure)).toEqual([true, true]);
    expect(["ECONNREFUSED", "ETIMEDOUT", ""].map(isDnsFailure)).toEqual([false, false, false]);
  });
});

describe("the message of an answer", () => {
  it.each([
    ['{"message":"Unauthorized"}', "Unauthorized"],
    ['{"error":"Email already in use"}', "Email already in use"],
    ['{"error":{"issues":[]}}', null],
    ["<html>", null],
    [null, null],
  ])("of %j is %j", (body, expected) => {
    expect(answerMessage(body)).toBe(expected);
  });
});
