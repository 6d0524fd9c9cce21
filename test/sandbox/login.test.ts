import { describe, expect, it } from "vitest";
import { create, runningSandbox } from "./running-sandbox.ts";
import { sampleLead } from "./sample-lead.ts";

describe("the page behind a login link", () => {
  it("is of its own quote alone, and its token does not hold the key", async () => {
    const sandbox = await runningSandbox();
    for (const name of ["a", "b"]) await create(sandbox, sampleLead(`${name}@example.com`));
    const [first, second] = sandbox.quotes();
    const page = await (await fetch(second?.loginUrl ?? "")).text();
    expect([page.includes(second?.quoteId ?? ""), page.includes(first?.quoteId ?? "")]).toEqual([
      true,
      false,
    ]);
    const parts = new URL(first?.loginUrl ?? "").searchParams.get("token")?.split(".") ?? [];
    const decoded = parts.map((part) => Buffer.from(part, "base64url").toString("latin1"));
    expect([first?.loginUrl, ...decoded].join(" ")).not.toContain(sandbox.keys[0]);
  });

  it("says which quote and person it is for, escaped, and is not to be kept", async () => {
    const sandbox = await runningSandbox();
    const email = "o'roe+<b>&amp;@example.com";
    expect((await create(sandbox, sampleLead(`"${email.split("@")[0]}"@example.com`))).status).toBe(200);
    const [quote] = sandbox.quotes();
    const page = await fetch(quote?.loginUrl ?? "");
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain(`<strong>${quote?.quoteId}</strong>`);
    expect(html).toContain("&quot;o'roe+&lt;b&gt;&amp;amp;&quot;@example.com");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
  });

  it("is refused with 401 without a good token, and to every method but GET and HEAD", async () => {
    const sandbox = await runningSandbox();
    const address = `${sandbox.url}/api/auth/callback/credentials`;
    for (const query of ["", "?token=", "?token=a.b", "?Token=x"]) {
      expect((await fetch(`${address}${query}`)).status).toBe(401);
    }
    const post = await fetch(address, { method: "POST", body: "token=a" });
    expect(post.status).toBe(405);
    expect(post.headers.get("allow")).toBe("GET, HEAD");
  });
});
