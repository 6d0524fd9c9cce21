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
  it("tells what is unusable from what is not set, and marks environments", () => {
    expect(linesOf({})).toStrictEqual([
      "Setting      Value     From",
      "environment  staging   --env",
      "base URL     unusable  LEADCTL_BASE_URL",
      "partner      not set",
      "",
      "Environments in leadctl.config.json",
      "staging  https://a.example  partner acme, default",
      "p        https://b.example  partner b, protected",
      "",
    ]);
  });

  it("tells a file that is not there from one that cannot be used", () => {
    const config = { file: null, environments: [] };
    expect(linesOf({ config }).slice(-2)).toStrictEqual(["No configuration file", ""]);
    const problem = { code: "config-invalid", finding: "config-invalid", message: "", hint: "" };
    const unusable = linesOf({ config, problems: [problem] }).slice(-2);
    expect(unusable).toStrictEqual(["The configuration file cannot be used", ""]);
  });

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
