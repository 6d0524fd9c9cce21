import { expect, it } from "vitest";
import { cliReference } from "./help/cli-reference.ts";

it("docs/cli.md says what the program does; to update it: npx vitest run test/cli/cli-reference.test.ts -u", async () => {
  await expect(cliReference()).toMatchFileSnapshot("../../docs/cli.md");
});
