import type { Status } from "../outcome/status.ts";
import type { Environment } from "./colour.ts";

/** How a status looks: never by colour alone. */
interface Mark {
  sign: string;
  color: "green" | "yellow" | "red" | "cyan" | "magenta" | "gray";
}

/** The characters that text for people is drawn with. */
export interface Signs {
  status: Readonly<Record<Status, Mark>>;
  failure: string;
  dot: string;
  ellipsis: string;
  barDone: string;
  barLeft: string;
  spinner: readonly string[];
}

const UNICODE: Signs = {
  status: {
    created: { sign: "✔", color: "green" },
    invalid: { sign: "!", color: "yellow" },
    rejected: { sign: "✖", color: "red" },
    duplicate: { sign: "=", color: "cyan" },
    unconfirmed: { sign: "≈", color: "magenta" },
    unknown: { sign: "?", color: "magenta" },
    failed: { sign: "↻", color: "red" },
    pending: { sign: "…", color: "gray" },
  },
  failure: "✖",
  dot: "·",
  ellipsis: "…",
  barDone: "█",
  barLeft: "░",
  spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
};

const ASCII: Signs = {
  status: {
    ...UNICODE.status,
    created: { sign: "+", color: "green" },
    rejected: { sign: "x", color: "red" },
    unconfirmed: { sign: "~", color: "magenta" },
    failed: { sign: "r", color: "red" },
    pending: { sign: ".", color: "gray" },
  },
  failure: "x",
  dot: "-",
  ellipsis: "...",
  barDone: "#",
  barLeft: ".",
  spinner: ["-", "\\", "|", "/"],
};

/** Signs that the terminal can show: plain ASCII unless its locale says UTF-8. */
export function signsFor(env: Environment, platform: NodeJS.Platform): Signs {
  return isUtf8(env, platform) ? UNICODE : ASCII;
}

function isUtf8(env: Environment, platform: NodeJS.Platform): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  if (env.TERM === "linux") return false; // The kernel's console has no glyphs for our signs.
  if (locale) return /utf-?8/i.test(locale);
  return platform === "win32" && Boolean(env.WT_SESSION || env.TERM_PROGRAM || env.ConEmuTask);
}
