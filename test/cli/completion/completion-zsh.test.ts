import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { COMPLETED, completionFolder, PROGRAM_FUNCTION, scriptFor } from "./completion-folder.ts";
import { describeShell } from "./installed-shell.ts";
import { TypingShell } from "./typing-shell.ts";

/** As the help says, and keys for the tests. */
const STARTUP = `
PS1='$ '
unset zle_bracketed_paste
LISTMAX=0
fpath=(~/.zsh $fpath); autoload -Uz compinit; compinit -u
zle -C insert-all complete-word _generic
zstyle ':completion:insert-all::::' completer _all_matches _complete
zstyle ':completion:insert-all:*' insert yes
bindkey '^X^A' insert-all
${PROGRAM_FUNCTION}
show_line() { zle -I; print -r -- "[[$BUFFER]]"; BUFFER= }
zle -N show_line
bindkey '^X^P' show_line
print ready
`;

describeShell("zsh", true, () => {
  let cwd = "";
  let zsh: TypingShell;
  beforeAll(async () => {
    cwd = completionFolder({ ".zsh/_leadctl": scriptFor("zsh"), ".zshrc": STARTUP });
    zsh = await TypingShell.start("zsh -d -i", cwd, { ZDOTDIR: cwd });
  });

  it.each(COMPLETED)("completes %s", async (typed, line) => {
    expect(await zsh.tab(typed)).toBe(line);
  });

  it("offers all that may stand there, newest runs first", async () => {
    expect(await zsh.all("leadctl completion ")).toBe("leadctl completion bash zsh fish ");
    const runs = "leadctl-runs/20261102-two\\ words leadctl-runs/20261101-leads";
    expect(await zsh.all("leadctl resume ")).toBe(`leadctl resume ${runs} `);
  });

  it("can be sourced after compinit", () => {
    const source = "source .zsh/_leadctl; print $_comps[leadctl]";
    const zshEnd = (line: string) =>
      spawnSync("zsh", ["-f", "-c", line], {
        cwd,
        env: { PATH: "/usr/bin:/bin", HOME: cwd },
        encoding: "utf8",
      });
    expect(zshEnd(`autoload -Uz compinit; compinit -u; ${source}`)).toMatchObject({
      stdout: "_leadctl\n",
      stderr: "",
    });
  });

  it("never runs what is typed", async () => {
    const typed = 'leadctl submit --sheet "$(touch ran)" --format "`touch ran`"';
    expect(await zsh.all(`${typed} --js`)).toBe(`${typed} --json `);
    expect(readdirSync(cwd)).toContain("leads.csv");
    expect(readdirSync(cwd)).not.toContain("ran");
  });
});
