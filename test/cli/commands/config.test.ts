import { describe, expect, it } from "vitest";
import { renderSettings } from "../../../src/cli/commands/config.ts";
import type { ConfigDocument } from "../../../src/cli/document-schemas.ts";
import { styleFor } from "../../../src/terminal/style.ts";

const PLACES = [
  { name: "staging", baseUrl: "https://a.example", partner: "acme", confirm: false, default: true },
  { name: "p", baseUrl: "https://b.example", partner: "b", confirm: true, default: false },
];

const DOCUMENT: ConfigDocument = {
  config: { file: "leadctl.config.json", environments: PLACES },
  settings: {
    environment: { value: "staging", source: "--env" },
    baseUrl: { value: null, source: "LEADCTL_BASE_URL" },
    partner: { value: null, source: null },
  },
  warnings: [],
  problems: [],
};

function linesOf(changes: Partial<ConfigDocument>): string[] {
  const style = styleFor({ isTTY: false }, { LANG: "C.UTF-8" }, "linux");
  return renderSettings({ ...DOCUMENT, ...changes }, style).split("\n");
}

describe("the table of settings", () => {
  it("lets nothing act on the terminal", () => {
    const hostile = "\u001b[31m\u202e\n";
    const text = linesOf({
      config: {
        file: hostile,
        environments: [{ name: "a", baseUrl: hostile, partner: hostile, confirm: true, default: true }],
      },
      settings: { partner: { value: hostile, source: hostile } },
    });
    expect(text).toHaveLength(6);
    expect(text.join("")).not.toMatch(/[\u001b\u202e]/);
  });
});
