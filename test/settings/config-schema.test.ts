import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { configFile } from "../../src/settings/config-schema.ts";

const PUBLISHED = join(import.meta.dirname, "../../docs/config.schema.json");

describe("the published schema of the configuration", () => {
  it("is what the definition says (vitest -u writes it anew)", async () => {
    const schema = z.toJSONSchema(configFile, { io: "input" });
    const text = `${JSON.stringify({ title: "leadctl configuration", ...schema }, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(PUBLISHED);
  });
});
