import type { SeededRandom } from "../../simulation/seeded-random.ts";
import { type Dialect, TOKENS } from "./mutation-tokens.ts";

/** Where a text is made of pieces: between two of these. */
const SEAMS: Readonly<Record<Dialect, RegExp>> = {
  csv: /[,;\t|"\r\n]+/g,
  json: /[{}[\]:,"\r\n]+/g,
  xml: /[<>"=\s]+/g,
};

/** A piece of a text replaced, put in, doubled, moved or taken out, by what its readers know. */
export function mutateTokens(text: string, dialect: Dialect, random: SeededRandom): string {
  if (random.chance(0.25)) return mutateLines(text, dialect, random);
  const seams = [...text.matchAll(SEAMS[dialect])].map(({ index }) => index);
  const at = seams.length === 0 ? 0 : random.pick(seams);
  const next = seams.find((seam) => seam > at) ?? text.length;
  const token = random.pick(TOKENS[dialect]);
  switch (random.whole(0, 4)) {
    case 0:
      return text.slice(0, at) + token + text.slice(at);
    case 1:
      return text.slice(0, at + 1) + token + text.slice(next);
    case 2:
      return text.slice(0, at) + text.slice(next);
    case 3:
      return text.slice(0, next) + text.slice(at);
    default:
      return text.slice(0, at + 1) + token + text.slice(at + 1);
  }
}

function mutateLines(text: string, dialect: Dialect, random: SeededRandom): string {
  const seam = dialect === "xml" ? "<" : dialect === "json" ? "," : "\n";
  const lines = text.split(seam);
  const [one, two] = [random.whole(0, lines.length - 1), random.whole(0, lines.length - 1)];
  const [line = "", other = ""] = [lines[one], lines[two]];
  switch (random.whole(0, 3)) {
    case 0:
      lines.splice(one, 1);
      break;
    case 1:
      lines.splice(two, 0, line);
      break;
    case 2:
      lines[one] = other;
      lines[two] = line;
      break;
    default:
      lines.splice(one, 0, ...new Array<string>(random.whole(1, 30)).fill(line));
  }
  return lines.join(seam);
}
