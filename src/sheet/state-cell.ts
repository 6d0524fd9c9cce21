import type { CellReport, FieldValue } from "./cell-report.ts";
import { normalized } from "./normalized.ts";
import { shownValue } from "./shown-value.ts";
import { readPlainText } from "./text-cell.ts";

const STATES =
  `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|
DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|
LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|
NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|
OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|
TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|PR Puerto Rico|
VI US Virgin Islands|GU Guam|AS American Samoa|MP Northern Mariana Islands|AA Armed Forces Americas|
AE Armed Forces Europe|AP Armed Forces Pacific`
    .split("|")
    .map((entry) => entry.trim())
    .map((entry): [code: string, name: string] => [entry.slice(0, 2), entry.slice(3)]);

/** Two-letter codes of states, territories and the armed forces. */
export const STATE_CODES: ReadonlySet<string> = new Set(STATES.map(([code]) => code));

const CODE_BY_NAME: ReadonlyMap<string, string> = new Map(
  STATES.map(([code, name]): [string, string] => [normalized(name), code]),
);

/** Usual abbreviations besides the two letters; each means one state only. */
const CODE_BY_ABBREVIATION: ReadonlyMap<string, string> = new Map(
  `Ala AL|Ariz AZ|Ark AR|Calif CA|Cal CA|Cali CA|Colo CO|Conn CT|Del DE|Wash DC DC|Washington DC DC|Fla FL|Ill IL|Ind IN|
Kan KS|Kans KS|Mass MA|Mich MI|Minn MN|Miss MS|Mont MT|Neb NE|Nebr NE|Nev NV|N Hampshire NH|N Jersey NJ|N Mex NM|
N Mexico NM|N York NY|N Carolina NC|N Car NC|N Dakota ND|N Dak ND|Okla OK|Ore OR|Oreg OR|Penn PA|Penna PA|S Carolina SC|
S Car SC|S Dakota SD|S Dak SD|Tenn TN|Tex TX|Wash WA|W Virginia WV|W Va WV|Wis WI|Wisc WI|Wyo WY|Virgin Islands VI`
    .split("|")
    .map((entry) => entry.trim())
    .map((entry): [string, string] => [normalized(entry.slice(0, -3)), entry.slice(-2)]),
);

/** A state's two letters, from them, its name or an abbreviation. What is none goes as it is. */
export function readState(text: string, report: CellReport): FieldValue | undefined {
  if (STATE_CODES.has(text)) return text;
  const key = normalized(text);
  const code = key.toUpperCase();
  if (STATE_CODES.has(code)) return code;
  const named = CODE_BY_NAME.get(key);
  if (named !== undefined) return named;
  const meant = CODE_BY_ABBREVIATION.get(key);
  if (meant !== undefined) {
    report.warn(`${shownValue(text)} was read as ${shownValue(meant)}`);
    return meant;
  }
  const value = readPlainText(text, report);
  if (value !== undefined)
    report.warn(`${shownValue(text)} is no US state that we know: it is sent as it is`);
  return value;
}
