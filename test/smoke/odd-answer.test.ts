import { describe, expect, it } from "vitest";
import { describeOrder, describePeculiarity } from "../../src/smoke/discovery/questions.ts";
import {
  describeAnswer,
  issuesDifferences,
  issuesOf,
  jsonBody,
  textDifferences,
} from "../../src/smoke/expectations.ts";
import { reply } from "../simulation/exchanges.ts";

const answerOf = (body: string) => reply(400, body);
const withIssue = (issue: string) => answerOf(`{"error":{"issues":[${issue}]}}`);
const deep = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const RULE = { code: "custom", message: "Required", path: ["address"] };

describe("an answer that nobody means", () => {
  it.each([
    ["JSON of any depth", answerOf(deep(100_000))],
    ["an error of any depth", answerOf(`{"error":${deep(100_000)},"message":${deep(100_000)}}`)],
    ["an issue whose path has any depth", withIssue(`{"path":[${deep(100_000)}]}`)],
    [
      "an issue of what cannot be text",
      withIssue(
        '{"code":{"toString":1},"message":{"toString":null},"path":[{"toString":1,"valueOf":1},null]}',
      ),
    ],
    ["a path as long as a book", withIssue(`{"path":${JSON.stringify(Array(90_000).fill("address"))}}`)],
  ])("(%s) is judged and described all the same, shortly", (_what, answer) => {
    const differences = [
      ...textDifferences(answer, { httpStatus: 401, key: "message", text: "Unauthorized" }),
      ...issuesDifferences(answer, { issues: [RULE] }),
    ];
    expect(differences.length).toBeGreaterThan(0);
    for (const text of [describeAnswer(answer), describePeculiarity(answer), describeOrder(answer)]) {
      expect(text.length).toBeGreaterThan(0);
      expect(text.length).toBeLessThan(1_000);
    }
  });

  it("is JSON up to a depth that somebody may mean", () => {
    expect(jsonBody(answerOf(deep(50)))).toBeDefined();
    expect(jsonBody(answerOf(deep(200)))).toBeUndefined();
  });

  it("has a hundred issues that are looked at", () => {
    const issue = JSON.stringify(RULE);
    expect(issuesOf(jsonBody(withIssue(Array(500).fill(issue).join(","))))).toHaveLength(100);
  });
});
