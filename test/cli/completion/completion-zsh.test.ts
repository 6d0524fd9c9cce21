import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { zshCompletion } from "../../../src/cli/completion/zsh.ts";
import { completionFolder, PROGRAM_FUNCTION, TREE } from "./completion-folder.ts";
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
    cwd = completionFolder({ ".zsh/_leadctl": zshCompletion(TREE), ".zshrc": STARTUP });
    zsh = await TypingShell.start("zsh -d -i", cwd, { ZDOTDIR: cwd });
  });

  it.each([
    ["leadctl sub", "leadctl submit "],
    ["leadctl help val", "leadctl help validate "],
    ["leadctl submit --form", "leadctl submit --format="],
    ["leadctl submit leads.csv --progress l", "leadctl submit leads.csv --progress live "],
    ["leadctl submit --format=c", "leadctl submit --format=csv "],
    ["leadctl report x --status created,unk", "leadctl report x --status created,unknown"],
    ["leadctl report x --status=created,unk", "leadctl report x --status=created,unknown"],
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
    expect(await zsh.tab(typed)).toBe(line);
  });

  it("offers all commands, options and words that may stand there, and none that stands there already", async () => {
    const commands = TREE.commands.map(({ name }) => name).sort();
    expect(await zsh.all("leadctl ")).toBe(`leadctl ${commands.join(" ")} `);
    const submit = TREE.commands.find(({ name }) => name === "submit");
    const options = submit?.options.flatMap(({ names }) => names) ?? [];
    expect(words(await zsh.all("leadctl submit -"))).toStrictEqual(["leadctl", "submit", ...options].sort());
    expect(await zsh.all("leadctl submit --json --js")).toBe("leadctl submit --json --js");
    expect(await zsh.all("leadctl sandbox --key k --k")).toBe("leadctl sandbox --key k --key=");
    expect(await zsh.all("leadctl map --format ")).toBe("leadctl map --format csv json jsonl xlsx ");
    expect(await zsh.all("leadctl replay x --status failed,un")).toBe(
      "leadctl replay x --status failed,unconfirmed failed,unknown",
    );
    expect(await zsh.all("leadctl completion ")).toBe("leadctl completion bash fish zsh ");
  });

  it("offers the runs of this folder first, for every run of a report, and all folders for --runs", async () => {
    const runs = ["leadctl-runs/20261101-leads", "leadctl-runs/20261102-two\\ words"];
    for (const before of ["leadctl resume ", "leadctl report a b "]) {
      const line = await zsh.all(before);
      expect(line.startsWith(before)).toBe(true);
      expect(words(line.slice(before.length))).toStrictEqual(runs);
    }
    expect(await zsh.all("leadctl runs --runs ")).toBe("leadctl runs --runs leadctl-runs my\\ folder other/");
  });

  it("offers nothing where only the person knows what comes", async () => {
    expect(await zsh.all("leadctl submit --limit ")).toBe("leadctl submit --limit ");
    expect(await zsh.all("leadctl frobnicate ")).toBe("leadctl frobnicate ");
  });

  it("can be sourced after compinit, and says so before it", () => {
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
    expect(zshEnd(source).stderr).toMatch(/^leadctl completion: compinit has to come first: .*\n$/);
  });

  it("never runs what is typed", async () => {
    const typed = 'leadctl submit --sheet "$(touch ran)" --format "`touch ran`"';
    expect(await zsh.all(`${typed} --js`)).toBe(`${typed} --json `);
    expect(readdirSync(cwd)).toContain("leads.csv");
    expect(readdirSync(cwd)).not.toContain("ran");
  });
});

/** The words of a line, in alphabetical order; a blank within one is escaped. */
function words(line: string): string[] {
  return line
    .split(/(?<!\\) +/)
    .filter((word) => word !== "")
    .sort();
}
