import type { Variables } from "../base/context.ts";

/** How a state looks: never by colour alone. */
export interface Mark {
  sign: string;
  color: "green" | "yellow" | "red" | "cyan" | "magenta" | "gray";
}

export type MarkName = "ok" | "warning" | "error" | "same" | "similar" | "question" | "again" | "waiting";

/** The characters that text for people is drawn with. */
export interface Signs {
  marks: Readonly<Record<MarkName, Mark>>;
  failure: string;
  dot: string;
  ellipsis: string;
  arrow: string;
  barDone: string;
  barLeft: string;
  spinner: readonly string[];
}

/** For whatever shows all characters, as a page does. */
export const UNICODE_SIGNS: Signs = {
  marks: {
    ok: { sign: "✔", color: "green" },
    warning: { sign: "!", color: "yellow" },
    error: { sign: "✖", color: "red" },
    same: { sign: "=", color: "cyan" },
    similar: { sign: "≈", color: "magenta" },
    question: { sign: "?", color: "magenta" },
    again: { sign: "↻", color: "red" },
    waiting: { sign: "…", color: "gray" },
  },
  failure: "✖",
  dot: "·",
  ellipsis: "…",
  arrow: "→",
  barDone: "█",
  barLeft: "░",
  spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
};

const ASCII: Signs = {
  marks: {
    ...UNICODE_SIGNS.marks,
    ok: { sign: "+", color: "green" },
    error: { sign: "x", color: "red" },
    similar: { sign: "~", color: "magenta" },
    again: { sign: "r", color: "red" },
    waiting: { sign: ".", color: "gray" },
  },
  failure: "x",
  dot: "-",
  ellipsis: "...",
  arrow: "->",
  barDone: "#",
  barLeft: ".",
  spinner: ["-", "\\", "|", "/"],
};

/** Signs that the terminal can show: plain ASCII unless its locale says UTF-8. */
export function signsFor(env: Variables, platform: NodeJS.Platform): Signs {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  const isModernWindow = platform === "win32" && (env.WT_SESSION || env.TERM_PROGRAM || env.ConEmuTask);
  const isUtf8 = locale ? /utf-?8/i.test(locale) : isModernWindow;
  // The kernel's console has no glyphs for our signs.
  return isUtf8 && env.TERM !== "linux" ? UNICODE_SIGNS : ASCII;
}
