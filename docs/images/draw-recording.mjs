/** A recording of a terminal as one SVG, which plays once and stays at its end. */
import { Screen } from "./screen.mjs";

/** In CSS pixels: a letter's cell, and what is around all of them. */
const CELL = { width: 7.8, height: 18 };
const MARGIN = 16;
const BAR = 24;
const FONT_SIZE = 13;
const PAPER = "#0d1117";
const INK = "#e6edf3";
const INKS = { 31: "#ff7b72", 32: "#3fb950", 33: "#d29922", 36: "#39c5cf", 90: "#484f58" };

/**
 * @param {{ atMs: number, text: string }[]} writes What was written when, in order.
 * @param {{ columns: number, title: string, holdMs: number }} options `holdMs`: how long a viewer waits at the end.
 * @returns {string} The picture. Whoever wants no motion, or cannot play it, sees its end.
 */
export function drawRecording(writes, { columns, title, holdMs }) {
  const versions = versionsOf(writes, columns);
  const endMs = (writes.at(-1)?.atMs ?? 0) + holdMs;
  const rows = 1 + Math.max(...versions.map(({ row }) => row));
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
  const height = rows * CELL.height + 2 * MARGIN + BAR;
  const last = versions.filter(({ untilMs }) => untilMs === Infinity);
  const styles = versions.map((version, index) => keyframes(version, index, endMs)).join("\n");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title text">
<title id="title">${xmlText(title)}</title>
<desc id="text">${xmlText(last.map(({ pieces }) => plain(pieces)).join("\n"))}</desc>
<style>
text { font: ${FONT_SIZE}px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: ${INK}; white-space: pre }
.b { font-weight: 700 } .d { opacity: .62 }
${Object.entries(INKS)
  .map(([colour, ink]) => `.c${colour} { fill: ${ink} }`)
  .join(" ")}
.gone { visibility: hidden }
@media (prefers-reduced-motion: no-preference) {
${styles}
}
</style>
<rect width="${width}" height="${height}" rx="8" fill="${PAPER}"/>
${["#ff5f57", "#febc2e", "#28c840"].map((fill, index) => `<circle cx="${MARGIN + 4 + index * 18}" cy="18" r="5.5" fill="${fill}"/>`).join("")}
${versions.map((version, index) => drawn(version, index)).join("\n")}
</svg>
`;
}

/**
 * Every text that some line of the screen had at some time.
 *
 * @returns {{ row: number, pieces: import("./screen.mjs").Piece[], fromMs: number, untilMs: number }[]}
 */
function versionsOf(writes, columns) {
  const screen = new Screen(columns);
  const versions = [];
  const current = new Map();
  for (const { atMs, text } of writes) {
    screen.write(text);
    screen.pieces().forEach((pieces, row) => {
      const before = current.get(row);
      if (JSON.stringify(before?.pieces ?? []) === JSON.stringify(pieces)) return;
      if (before) before.untilMs = atMs;
      const version = { row, pieces, fromMs: atMs, untilMs: Infinity };
      versions.push(version);
      current.set(row, version);
    });
  }
  return versions.filter(({ pieces, fromMs, untilMs }) => pieces.length > 0 && untilMs > fromMs);
}

/** Hidden, shown and hidden again in steps, so that nothing fades. */
function keyframes({ fromMs, untilMs }, index, endMs) {
  if (fromMs === 0 && untilMs === Infinity) return "";
  const percent = (ms) => `${((100 * Math.min(ms, endMs)) / endMs).toFixed(2)}%`;
  const stops = [`${percent(fromMs)} { visibility: visible }`];
  if (fromMs > 0) stops.unshift("0% { visibility: hidden }");
  if (untilMs !== Infinity) stops.push(`${percent(untilMs)}, to { visibility: hidden }`);
  return `#v${index} { animation: v${index} ${endMs}ms step-end both } @keyframes v${index} { ${stops.join(" ")} }`;
}

function drawn({ row, pieces, untilMs }, index) {
  const y = MARGIN + BAR + row * CELL.height + FONT_SIZE;
  const texts = pieces.map(({ column, text, look }) => {
    const classes = [look.bold && "b", look.dim && "d", look.colour && `c${look.colour}`].filter(Boolean);
    const named = classes.length > 0 ? ` class="${classes.join(" ")}"` : "";
    const x = (MARGIN + column * CELL.width).toFixed(1);
    const length = (text.length * CELL.width).toFixed(1);
    return `<text x="${x}" y="${y}" textLength="${length}"${named}>${xmlText(text)}</text>`;
  });
  const isGone = untilMs !== Infinity;
  return `<g id="v${index}"${isGone ? ' class="gone"' : ""}>${texts.join("")}</g>`;
}

function plain(pieces) {
  return pieces.reduce((line, { column, text }) => line.padEnd(column) + text, "");
}

function xmlText(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
