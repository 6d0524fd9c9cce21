import { describe, expect, it } from "vitest";
import {
  commandText,
  type Shell,
  type ShellKind,
  sharedCommandText,
  shellFor,
  shellWord,
  variableText,
} from "../../src/terminal/shell-command.ts";

const GLOBAL = "/usr/bin/leadctl";
const LOCAL = "/home/ann/leads/node_modules/.bin/leadctl";
const MACHINE_MODULES =
  "C:\\Program Files\\WindowsPowerShell\\Modules;C:\\Windows\\system32\\WindowsPowerShell\\v1.0\\Modules";
const OWN_MODULES = "C:\\Users\\Ann\\Documents\\PowerShell\\Modules";

function shell(
  env: Record<string, string>,
  script = GLOBAL,
  platform: NodeJS.Platform = "linux",
  cwd = "/home/ann/leads",
): Shell {
  return shellFor({ env, caller: { script, isExecutable: false, platform, cwd } });
}

/** Of an executable, by what was typed to call it. */
function executable(script: string, env: Record<string, string>, platform: NodeJS.Platform): Shell {
  return shellFor({ env, caller: { script, isExecutable: true, platform, cwd: "/home/ann/leads" } });
}

describe("the shell at hand", () => {
  it.each<[string, Record<string, string>, NodeJS.Platform, ShellKind]>([
    ["is POSIX on Linux", {}, "linux", "posix"],
    ["is cmd.exe on Windows", { PSModulePath: MACHINE_MODULES }, "win32", "cmd"],
    ["is cmd.exe where nothing is known", {}, "win32", "cmd"],
    [
      "is PowerShell where the user's modules are on its path",
      { PSModulePath: `${OWN_MODULES};${MACHINE_MODULES}` },
      "win32",
      "powershell",
    ],
    ["is POSIX in Git Bash", { MSYSTEM: "MINGW64", PSModulePath: MACHINE_MODULES }, "win32", "posix"],
  ])("%s", (_what, env, platform, kind) => {
    expect(shell(env, GLOBAL, platform).kind).toBe(kind);
  });

  it.each([
    ["called by its name", {}, GLOBAL, "leadctl"],
    ["called by its path in the folder that one stands in", {}, LOCAL, "npx leadctl"],
    ["called from elsewhere", {}, "/opt/tools/node_modules/.bin/leadctl", "leadctl"],
    ["called through npx", { npm_command: "exec" }, LOCAL, "npx leadctl"],
    ["called by a script of package.json", { npm_command: "run" }, LOCAL, "npx leadctl"],
    ["installed for all, and called by a script of package.json", { npm_command: "run" }, GLOBAL, "leadctl"],
    [
      "called through npx on Windows",
      { npm_command: "exec" },
      "C:\\leads\\node_modules\\leadctl\\bin\\leadctl.js",
      "npx leadctl",
    ],
  ])("calls the program as it was %s", (_how, env, script, program) => {
    expect(shell(env, script).program).toBe(program);
  });

  it.each<[string, Record<string, string>, NodeJS.Platform, string]>([
    ["leadctl", {}, "linux", "leadctl runs"],
    ["./leadctl", {}, "linux", "./leadctl runs"],
    ["/home/ann/my tools/leadctl", {}, "linux", "'/home/ann/my tools/leadctl' runs"],
    ["leadctl", {}, "win32", "leadctl runs"],
    ["C:\\Ann's tools\\leadctl.exe", {}, "win32", '"C:\\Ann\'s tools\\leadctl.exe" runs'],
    ["C:\\tools\\leadctl.exe", { PSModulePath: OWN_MODULES }, "win32", "C:\\tools\\leadctl.exe runs"],
    [
      "C:\\Ann's tools\\leadctl.exe",
      { PSModulePath: OWN_MODULES },
      "win32",
      "& 'C:\\Ann''s tools\\leadctl.exe' runs",
    ],
  ])("calls an executable that was called as %s %j on %s: %s", (typed, env, platform, line) => {
    const here = executable(typed, env, platform);
    expect(commandText(["runs"], here)).toBe(line);
    // What is sent on has nobody's folders in it.
    expect(here.program).toBe("leadctl");
  });

  it("stands where a person called npm's script, which runs in the project's folder", () => {
    const called = shell({ npm_command: "run", INIT_CWD: "/home/ann/leads/may" }, LOCAL);
    expect(commandText(["resume", { folder: "leadctl-runs/one" }], called)).toBe(
      "npx leadctl resume ../leadctl-runs/one",
    );
    expect(commandText(["resume", { folder: "/tmp/one" }], called)).toBe("npx leadctl resume /tmp/one");
  });
});

describe("a variable to set", () => {
  it.each([
    ["posix", "export LEADCTL_API_KEY='it'\\''s & one'"],
    ["powershell", "$env:LEADCTL_API_KEY = 'it''s & one'"],
    ["cmd", 'set "LEADCTL_API_KEY=it\'s & one"'],
  ] as const)("is set in %s", (kind, line) => {
    expect(variableText("LEADCTL_API_KEY", "it's & one", { kind })).toBe(line);
  });
});

describe("a command to paste", () => {
  it("keeps a name with a line end in one line", () => {
    expect(commandText(["submit", { folder: "a\nb's\u009b.csv" }], shell({}, GLOBAL))).toBe(
      "leadctl submit $'a\\nb\\'s\\u009b.csv'",
    );
  });

  it("names folders and files from where the person stands, and takes no path for an option", () => {
    const words = ["replay", { folder: "my run" }, "--with", { folder: "my run", file: "fix.csv" }];
    expect(commandText(words, shell({}))).toBe("leadctl replay 'my run' --with 'my run/fix.csv'");
    expect(commandText(["resume", { folder: "-run" }], shell({}))).toBe("leadctl resume ./-run");
  });

  it("names a run without its path in files that are sent on", () => {
    const folder = "/home/ann/leadctl-runs/2026-01-02T030405Z-leads";
    expect(sharedCommandText(["replay", { folder }, "--with", { folder, file: "fix.csv" }])).toBe(
      "leadctl replay 2026-01-02T030405Z-leads --with fix.csv",
    );
    expect(sharedCommandText(["resume", { folder }], "npx leadctl")).toBe(
      "npx leadctl resume 2026-01-02T030405Z-leads",
    );
  });

  it.each<[ShellKind, string, string]>([
    ["posix", "leadctl-runs/leads.csv", "leadctl-runs/leads.csv"],
    ["posix", "my run/leads.csv", "'my run/leads.csv'"],
    ["posix", "it's", "'it'\\''s'"],
    ["posix", "", "''"],
    ["posix", "$(rm).csv", "'$(rm).csv'"],
    ["powershell", "leadctl-runs\\leads.csv", "leadctl-runs\\leads.csv"],
    ["powershell", "C:\\my run\\it's", "'C:\\my run\\it''s'"],
    ["powershell", "Ann’s.csv", "'Ann’’s.csv'"],
    ["powershell", "5,7-10", "'5,7-10'"],
    ["powershell", "$env:TEMP", "'$env:TEMP'"],
    ["powershell", "-a.csv", "'-a.csv'"],
    ["powershell", "--status", "--status"],
    ["powershell", "", "''"],
    ["cmd", "leadctl-runs\\leads.csv", "leadctl-runs\\leads.csv"],
    ["cmd", "C:\\my run\\fix.csv", '"C:\\my run\\fix.csv"'],
    ["cmd", "C:\\my runs\\", '"C:\\my runs\\\\"'],
    ["cmd", "a&b.csv", '"a&b.csv"'],
    ["cmd", "%PATH%.csv", '""^%"PATH"^%".csv"'],
    ["cmd", "", '""'],
  ])("for %s writes %j as %s", (kind, text, word) => {
    expect(shellWord(text, { kind })).toBe(word);
  });
});
