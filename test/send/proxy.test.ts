import { describe, expect, it } from "vitest";
import { proxyFor } from "../../src/send/proxy.ts";

const SERVICE = new URL("https://service.example/api/acme/lead/create");

describe("the proxy for an address", () => {
  it("is the one that the environment names, in lower case first", () => {
    const variables = { HTTPS_PROXY: "http://upper:1", https_proxy: "http://lower:2" };
    expect(proxyFor(SERVICE, variables)?.uri).toBe("http://lower:2");
    expect(proxyFor(SERVICE, { HTTPS_PROXY: " upper.example:8080 " })?.uri).toBe("http://upper.example:8080");
    expect(proxyFor(SERVICE, { HTTPS_PROXY: "" })).toBeUndefined();
    expect(proxyFor(SERVICE, { HTTP_PROXY: "http://plain:1" })).toBeUndefined();
  });

  it.each(["http://127.0.0.1:3000/", "http://localhost/", "http://[::1]:3000/", "https://localhost/"])(
    "is none for %s, which is this machine",
    (address) => {
      expect(proxyFor(new URL(address), { HTTPS_PROXY: "http://proxy:1" })).toBeUndefined();
    },
  );

  it("keeps user and password apart from its address", () => {
    const proxy = proxyFor(SERVICE, { HTTPS_PROXY: "http://us%40er:pa%3Ass@proxy:8080/path" });
    expect(proxy?.uri).toBe("http://proxy:8080");
    expect(Buffer.from(proxy?.authorization?.replace("Basic ", "") ?? "", "base64").toString()).toBe(
      "us@er:pa:ss",
    );
    expect(proxyFor(SERVICE, { HTTPS_PROXY: "http://user@proxy" })?.authorization).toBe("Basic dXNlcjo=");
  });

  it.each(["socks5://proxy:1080", "http://", "http://user:secret@", "http://u%zz:secret@proxy", "::"])(
    "is refused as %s, without its password",
    (address) => {
      expect(() => proxyFor(SERVICE, { HTTPS_PROXY: address })).toThrow(
        expect.objectContaining({
          code: "proxy-malformed",
          message: expect.not.stringContaining("secret"),
        }),
      );
    },
  );
});
