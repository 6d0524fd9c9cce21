import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { onTestFinished } from "vitest";
import { listening } from "./raw-server.ts";

export interface Certificates {
  /** File of the authority's certificate. */
  authorityFile: string;
  key: Buffer;
  cert: Buffer;
  remove(): void;
}

/** A tool of the machine, not a package. */
const OPENSSL = "openssl";

/** Without openssl there are no certificates to make, and these tests say so by being skipped. */
export const HAS_OPENSSL = spawnSync(OPENSSL, ["version"]).status === 0;

/** An authority of our own, and a server's certificate that it has signed for some names. */
export function makeCertificates(names: readonly string[]): Certificates {
  const folder = mkdtempSync(join(tmpdir(), "leadctl-tls-"));
  const openssl = (...args: string[]): void => {
    execFileSync(OPENSSL, args, { cwd: folder, stdio: "pipe" });
  };
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl(
    ..."req -x509 -keyout ca.key -out ca.pem -days 2 -subj".split(" "),
    "/CN=Test authority",
    ...newKey,
  );
  openssl("req", ...newKey, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=Test service");
  writeFileSync(join(folder, "names"), `subjectAltName=${names.join(",")}\n`);
  const signing = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"];
  openssl("x509", "-req", "-in", "server.csr", "-out", "server.pem", ...signing);
  return {
    authorityFile: join(folder, "ca.pem"),
    key: readFileSync(join(folder, "server.key")),
    cert: readFileSync(join(folder, "server.pem")),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A service whose certificate nobody here has reason to trust, for one test, and what it was told. */
export async function untrustedService(): Promise<{ port: number; received(): string }> {
  const certificates = makeCertificates(["IP:127.0.0.1", "DNS:service.test"]);
  onTestFinished(() => certificates.remove());
  let text = "";
  const server = createServer(certificates, (socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      text += chunk;
    });
  });
  return { port: await listening(server), received: () => text };
}
