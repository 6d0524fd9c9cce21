import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { completionFolder, PROGRAM_FUNCTION, scriptFor } from "./completion-folder.ts";
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

  it.each([
    ["leadctl sub", "leadctl submit "],
    ["leadctl submit --form", "leadctl submit --format "],
    ["leadctl submit --format=c", "leadctl submit --format=csv "],
    ["leadctl report x --status=created,unk", "leadctl report x --status=created,unknown "],
    ["leadctl submit --env pro", "leadctl submit --env production "],
    ["leadctl config --env=stag", "leadctl config --env=staging"],
    ["leadctl validate leads.", "leadctl validate leads.csv "],
    ["leadctl validate my\\ l", "leadctl validate my\\ leads.csv "],
    ["leadctl validate 'my l", "leadctl validate 'my leads.csv' "],
    [
      "leadctl submit --base-url https://x:80/y my\\ l",
      "leadctl submit --base-url https://x:80/y my\\ leads.csv ",
    ],
    ["leadctl validate -- my\\ l", "leadctl validate -- my\\ leads.csv "],
    ["leadctl submit --out my\\ f", "leadctl submit --out my\\ folder/"],
    ["leadctl resume 20261101", "leadctl resume leadctl-runs/20261101-leads "],
    ["leadctl resume leadctl-runs/20261102", "leadctl resume leadctl-runs/20261102-two\\ words "],
    ["leadctl replay oth", "leadctl replay other/"],
  ])("completes %s", async (typed, line) => {
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
