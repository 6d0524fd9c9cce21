import { readdirSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { COMPLETED, completionFolder, PROGRAM_FUNCTION, scriptFor } from "./completion-folder.ts";
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
    cwd = completionFolder({ "leadctl.bash": scriptFor("bash"), startup: STARTUP });
    bash = await TypingShell.start("bash --noprofile --rcfile startup -i", cwd);
  });

  it.each([
    ...COMPLETED,
    ["leadctl report x --status='created,unk", "leadctl report x --status='created,unk"] as const,
  ])("completes %s", async (typed, line) => {
    expect(await bash.tab(typed)).toBe(line);
  });

  it("offers all that may stand there, newest runs first", async () => {
    expect(await bash.all("leadctl completion ")).toBe("leadctl completion bash zsh fish ");
    expect(await bash.all("leadctl map --format=")).toBe("leadctl map --format=csv json jsonl xlsx ");
    const runs = "leadctl-runs/20261102-two\\ words leadctl-runs/20261101-leads ";
    expect(await bash.all("leadctl resume ")).toBe(`leadctl resume ${runs}`);
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
