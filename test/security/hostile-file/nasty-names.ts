/** Names that act on a terminal, a shell, a web page or another system's file names. */
export const NASTY_NAMES = [
  "a\x1b[2J\x1b]0;owned\x07.csv",
  "line one\nline two\r.csv",
  "\u202evsc.elif\u2066.csv",
  "$(touch owned); `touch owned`.csv",
  "' OR 1=1 --.csv",
  "<img src=x onerror=alert(1)>.csv",
  "CON.csv",
  "aux .  .csv",
  "-rf.csv",
  "..csv",
  "=cmd|' C'!A0.csv",
  `${"n".repeat(240)}.csv`,
] as const;
