import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { renderReport } from "../../../src/report/formats.ts";
import { hostileStory } from "../../report/hostile-story.ts";
import { textOf } from "../../report/text-of.ts";

const sha256 = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const page = (): Promise<string> => textOf(renderReport("html", hostileStory(), true));

describe("report.html", () => {
  it("forbids every request, form and script but its own, which it names by its hash", async () => {
    const text = await page();
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? "";
    const script = /<script>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? "";
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "";
    expect(policy.replaceAll("&#39;", "'").split("; ")).toEqual([
      "default-src 'none'",
      `script-src ${sha256(script)}`,
      `style-src ${sha256(style)}`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(text.indexOf("Content-Security-Policy")).toBeLessThan(text.indexOf("<title>"));
  });

  it("holds no element, attribute or comment that a sheet or the service has written", async () => {
    const text = (await page())
      .replace(/<style>[\s\S]*?<\/style>/, "")
      .replace(/<script>[\s\S]*?<\/script>/, "");
    const data = /<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(text)?.[1] ?? "";
    expect(data).not.toMatch(/[<>\u2028\u2029]/);
    expect(JSON.parse(data)).toBeTypeOf("object");
    const markup = text.replace(data, "");
    expect(markup.match(/<script/g)).toHaveLength(1);
    expect(markup).not.toMatch(/<img|<svg\/|<!--|<i>|href="javascript:|href="http:\/\/evil/);
    expect(markup).toContain("&lt;img src=x");
  });

  it("shows what cannot be seen in what a sheet or the service has written, and holds none of it as it came", async () => {
    const text = await page();
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(text).toContain("\\x1b[2J\\x07\\x00");
    expect(text).toContain("\\u{202e}right to left");
  });
});
