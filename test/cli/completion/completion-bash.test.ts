import { readdirSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { bashCompletion } from "../../../src/cli/completion/bash.ts";
import { completionFolder, PROGRAM_FUNCTION, TREE } from "./completion-folder.ts";
import { describeShell } from "./installed-shell.ts";
import { TypingShell } from "./typing-shell.ts";

const STARTUP = `
PS1='$ '
bind 'set enable-bracketed-paste off'
bind 'set completion-query-items 0'
bind '"\\C-x\\C-a": insert-completions'
show_line() { printf '[[%s]]\\n' "$READLINE_LINE"; READLINE_LINE=; }
bind -x '"\\C-x\\C-p": show_line'
${PROGRAM_FUNCTION}
. ./leadctl.bash
echo ready
`;

describeShell("bash", true, () => {
  let cwd = "";
  let bash: TypingShell;
  beforeAll(async () => {
    cwd = completionFolder({ "leadctl.bash": bashCompletion(TREE), startup: STARTUP });
    bash = await TypingShell.start("bash --noprofile --rcfile startup -i", cwd);
  });

  it.each([
    ["leadctl sub", "leadctl submit "],
    ["leadctl help val", "leadctl help validate "],
    ["leadctl submit --form", "leadctl submit --format "],
    ["leadctl submit leads.csv --progress l", "leadctl submit leads.csv --progress live "],
    ["leadctl submit --format=c", "leadctl submit --format=csv "],
    ["leadctl report x --status created,unk", "leadctl report x --status created,unknown"],
    ["leadctl report x --status=created,unk", "leadctl report x --status=created,unknown"],
    ["leadctl smoke --only rules.v1", "leadctl smoke --only rules.v1"],
    ["leadctl smoke --skip auth,meth", "leadctl smoke --skip auth,methods"],
    ["leadctl smoke --accept rules.v3-r", "leadctl smoke --accept rules.v3-rent="],
    ["leadctl sandbox --fault trunc", "leadctl sandbox --fault truncated="],
    ["leadctl submit --env pro", "leadctl submit --env production "],
    ["leadctl config --env=stag", "leadctl config --env=staging"],
    ["leadctl validate leads.", "leadctl validate leads.csv "],
    ["leadctl validate my\\ l", "leadctl validate my\\ leads.csv "],
    ["leadctl validate 'my l", "leadctl validate 'my leads.csv' "],
    ["leadctl validate --mapping map", "leadctl validate --mapping mapping.json "],
    [
      "leadctl submit --base-url https://x:80/y my\\ l",
      "leadctl submit --base-url https://x:80/y my\\ leads.csv ",
    ],
    ["leadctl validate -- my\\ l", "leadctl validate -- my\\ leads.csv "],
    ["leadctl submit --out m", "leadctl submit --out my\\ folder/"],
    ["leadctl resume 20261101", "leadctl resume leadctl-runs/20261101-leads "],
    ["leadctl resume leadctl-runs/20261102", "leadctl resume leadctl-runs/20261102-two\\ words "],
    ["leadctl replay oth", "leadctl replay other/"],
  ])("completes %s", async (typed, line) => {
    expect(await bash.tab(typed)).toBe(line);
  });

  it("offers all commands, options and words that may stand there, and none that stands there already", async () => {
    expect(await bash.all("leadctl ")).toBe(`leadctl ${names(TREE.commands).join(" ")} `);
    const submit = TREE.commands.find(({ name }) => name === "submit");
    const options =
      submit?.options.flatMap(({ names }) => names.filter((name) => name.startsWith("--"))) ?? [];
    expect(await bash.all("leadctl submit --")).toBe(`leadctl submit ${options.sort().join(" ")} `);
    expect(await bash.all("leadctl submit --js")).toBe("leadctl submit --json ");
    expect(await bash.all("leadctl submit --json --js")).toBe("leadctl submit --json --js");
    expect(await bash.all("leadctl sandbox --key k --k")).toBe("leadctl sandbox --key k --key ");
    expect(await bash.all("leadctl map --format ")).toBe("leadctl map --format csv json jsonl xlsx ");
    expect(await bash.all("leadctl completion ")).toBe("leadctl completion bash fish zsh ");
  });

  it("offers the runs of this folder first, for every run of a report, and all folders for --runs", async () => {
    const runs = "leadctl-runs/20261101-leads leadctl-runs/20261102-two\\ words ";
    expect(await bash.all("leadctl resume ")).toBe(`leadctl resume ${runs}`);
    expect(await bash.all("leadctl report a b ")).toBe(`leadctl report a b ${runs}`);
    expect(await bash.all("leadctl runs --runs ")).toBe(
      "leadctl runs --runs leadctl-runs my\\ folder other ",
    );
  });

  it("offers nothing where only the person knows what comes", async () => {
    expect(await bash.all("leadctl submit --limit ")).toBe("leadctl submit --limit ");
    expect(await bash.all("leadctl runs ")).toBe("leadctl runs ");
    expect(await bash.all("leadctl frobnicate ")).toBe("leadctl frobnicate ");
  });

  it("never runs what is typed", async () => {
    for (const word of ["$(touch ran)", '"$(touch ran)"', "`touch ran`"])
      await bash.all(`leadctl submit ${word} -`);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: of bash, not of this test.
    const typed = "leadctl submit --sheet ${ran:=$(>ran)}";
    expect(await bash.all(`${typed} --js`)).toBe(`${typed} --json `);
    expect(readdirSync(cwd)).toContain("leads.csv");
    expect(readdirSync(cwd)).not.toContain("ran");
  });
});

function names(commands: readonly { name: string }[]): string[] {
  return commands.map(({ name }) => name).sort();
}
