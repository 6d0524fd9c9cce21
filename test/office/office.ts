import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { describe } from "vitest";
import { sharedFolder } from "../folders.ts";
import { freshFolder } from "../program/run-program.ts";

const SOFFICE = "/usr/bin/soffice";
const TIMEOUT_MS = 100_000;

/** Settings of LibreOffice, by place: it starts faster where they are. */
const profiles = sharedFolder();

/** `describe`, which says in its title that it is skipped where there is no LibreOffice. */
export function describeWithOffice(title: string, tests: () => void): void {
  if (existsSync(SOFFICE)) describe(title, tests);
  else describe.skip(`${title} (SKIPPED: no LibreOffice here; Debian: libreoffice-calc-nogui)`, tests);
}

/**
 * Opens a sheet in LibreOffice and saves it.
 *
 * @param to As `--convert-to` takes it: an ending, and where it is not the usual one, a filter.
 * @param how The filter that it is opened with, as `--infilter` takes it, and where the computer is: `de-DE`.
 * @returns The path of what it saved.
 */
export function savedByOffice(path: string, to: string, how: { from?: string; place?: string } = {}): string {
  const { from, place = "en-US" } = how;
  const out = freshFolder();
  const args = [
    `-env:UserInstallation=file://${profileFor(place)}`,
    "--headless",
    ...(from === undefined ? [] : [`--infilter=${from}`]),
    ...["--convert-to", to, "--outdir", out, path],
  ];
  execFileSync(SOFFICE, args, { stdio: "ignore", timeout: TIMEOUT_MS });
  return join(out, `${basename(path, extname(path))}.${to.split(":")[0]}`);
}

/** Delimited text as LibreOffice saves it. @param token The filter's options, as in `44,34,76,1`. */
export function delimitedAs(token: string): string {
  return `csv:Text - txt - csv (StarCalc):${token}`;
}

function profileFor(place: string): string {
  const profile = join(profiles, place);
  if (existsSync(profile)) return profile;
  const locale = `<prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${place}</value></prop>`;
  const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N">${locale}</item></oor:items>`;
  mkdirSync(join(profile, "user"), { recursive: true });
  writeFileSync(join(profile, "user/registrymodifications.xcu"), settings);
  return profile;
}
