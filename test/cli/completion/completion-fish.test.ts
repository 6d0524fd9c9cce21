import { spawnSync } from "node:child_process";
import { beforeAll, expect, it } from "vitest";
import { PROGRAM_FILE } from "../../program/run-program.ts";
import { completionFolder, scriptFor } from "./completion-folder.ts";
import { describeShell } from "./installed-shell.ts";

describeShell("fish", false, () => {
  let cwd = "";
  beforeAll(() => {
    // Where the help says, in a home of its own.
    cwd = completionFolder({ ".config/fish/completions/leadctl.fish": scriptFor("fish") });
  });

  /** What fish offers for each line, without the texts beside it. */
  function offered(...lines: readonly string[]): string[][] {
    const env = { PATH: "/usr/bin:/bin", HOME: cwd, LC_ALL: "C.UTF-8", TERM: "dumb" };
    const script = `function leadctl; '${process.execPath}' '${PROGRAM_FILE}' $argv; end; source ~/.config/fish/completions/leadctl.fish; for line in $argv; complete -C "$line"; echo ==; end`;
    const { stdout, stderr } = spawnSync("fish", ["-c", script, ...lines], { cwd, env, encoding: "utf8" });
    expect(stderr).toBe("");
    const answers = stdout.split(/^==\n/m).slice(0, -1);
    return answers.map((answer) =>
      answer
        .trimEnd()
        .split("\n")
        .filter(Boolean)
        .map((line) => line.replace(/\t.*$/, "")),
    );
  }

  it("offers commands, options and words", () => {
    const [some, glued, status, gluedStatus, shells] = offered(
      ...["leadctl sub", "leadctl map --format=x"],
      ...["leadctl report x --status created,un", "leadctl report x --status=created,f"],
      "leadctl completion ",
    );
    expect(some).toStrictEqual(["submit"]);
    expect(glued).toStrictEqual(["--format=xlsx"]);
    expect(status).toStrictEqual(["created,unconfirmed", "created,unknown"]);
    expect(gluedStatus).toStrictEqual(["--status=created,failed"]);
    expect(shells).toStrictEqual(["bash", "zsh", "fish"]);
  });

  it("offers files and folders, also with blanks in their names", () => {
    const [files, quoted, mapping, glued] = offered(
      ...["leadctl validate m", "leadctl validate my\\ l", "leadctl map --mapping map"],
      "leadctl submit --out=my\\ f",
    );
    expect(files).toStrictEqual(["mapping.json", "my folder/", "my leads.csv"]);
    expect(quoted).toStrictEqual(["my leads.csv"]);
    expect(mapping?.[0]).toBe("mapping.json");
    expect(glued).toStrictEqual(["--out=my folder/"]);
  });

  it("offers the runs of this folder, newest first, else any folder", () => {
    const runs = ["leadctl-runs/20261102-two words", "leadctl-runs/20261101-leads"];
    const [resume, report, named, other] = offered(
      ...["leadctl resume ", "leadctl report a b ", "leadctl replay 20261101", "leadctl resume oth"],
    );
    expect(resume).toStrictEqual(runs);
    expect(report).toStrictEqual(runs);
    expect(named).toStrictEqual(["leadctl-runs/20261101-leads"]);
    expect(other).toStrictEqual(["other/"]);
  });
});
