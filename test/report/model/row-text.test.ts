import { expect, it } from "vitest";
import { rowText } from "../../../src/report/model/row-text.ts";
import { storyRow } from "../sample-story.ts";

it("what is said of a row has no login token in it, though the service wrote one into its refusal", () => {
  const link = "https://service.example/api/auth/callback/credentials?token=eyJ0.abc&next=/";
  const issue = { code: "custom", message: `Log in at ${link}`, path: [] };
  const text = rowText(storyRow(2, { issues: [issue], error: `The service answered 400, "${link}".` }));
  expect(text).not.toContain("eyJ0");
  expect(text).toContain("token=***&next=/; The service");
});
