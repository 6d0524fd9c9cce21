import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemContext } from "../../src/base/context.ts";
import { template } from "../../src/cli/commands/template.ts";
import { FIELDS } from "../../src/lead/field-catalogue.ts";
import { openInput } from "../../src/sheet/open-input.ts";

const SOFFICE = "/usr/bin/soffice";
const HAS_SOFFICE = existsSync(SOFFICE) && existsSync("/usr/bin/unzip");
if (!HAS_SOFFICE) console.warn("NOT CHECKED: LibreOffice. It is in Debian's package libreoffice-calc-nogui.");

describe("leadctl template", () => {
  it.skipIf(!HAS_SOFFICE)(
    "writes a workbook that LibreOffice fills as text",
    { timeout: 120_000 },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "leadctl-template-"));
      onTestFinished(() => rm(folder, { recursive: true }));
      const path = join(folder, "office.xlsx");
      const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
      await template({ describe: false, output: path }, { ...systemContext(), stderr });
      const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
      const out = join(folder, "office");
      const args = [profile, "--headless", "--convert-to", "xlsx", "--outdir", out, path];
      execFileSync(SOFFICE, args, { stdio: "ignore", timeout: 100_000 });
      const table = await openInput({ path: join(out, "office.xlsx") }, {});
      expect(table.columns.map(({ name }) => name)).toEqual(FIELDS.map(({ label }) => label));
      expect(table.notices).toEqual([]);
      const unzipped = execFileSync("unzip", ["-p", join(out, "office.xlsx"), "xl/worksheets/sheet1.xml"]);
      const choices = [...unzipped.toString("utf8").matchAll(/<dataValidation [^>]*type="list"/g)];
      expect(choices).toHaveLength(
        FIELDS.filter(({ type, shownValues }) => shownValues ?? type === "boolean").length,
      );
    },
  );
});
