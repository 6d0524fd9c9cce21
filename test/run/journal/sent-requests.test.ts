import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { encodeLine } from "../../../src/run/journal/journal-line.ts";
import { readSentRequests } from "../../../src/run/journal/sent-requests.ts";
import { freshFolder } from "../../program/run-program.ts";

it("tells what was seen of a request without what signs in, wherever the service wrote it", async () => {
  const token = "eyJhbGciOiJIUzI1NiJ9.c2VjcmV0c2VjcmV0.c2lnbmVk";
  const message = `Boom at https://service.example.test/continue?token=${token}`;
  const path = join(freshFolder(), "journal.ndjson");
  const [of, at] = [{ row: 2, attempt: 1 }, "2026-01-02T03:04:05.678Z"];
  const result = { type: "result", ...of, decision: "settled", at, durationMs: 5, sent: true };
  const answer = { httpStatus: 500, answer: { kind: "server-error" }, body: JSON.stringify({ message }) };
  writeFileSync(
    path,
    encodeLine({ type: "intent", ...of, at }) + encodeLine({ ...result, ...answer, bodyComplete: true }),
  );
  const [seen] = (await readSentRequests(path, new Set([2]))).get(2) ?? [];
  expect(seen?.answer?.text).toContain("Boom at https://service.example.test/continue?token=");
  expect(JSON.stringify(seen)).not.toContain(token);
});
