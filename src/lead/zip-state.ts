/**
 * First three digits of each state's ZIP codes, as the postal service hands them out. A few towns at a border have the
 * code of the other state, so what does not fit is doubtful and no more.
 */
const PREFIXES: ReadonlyMap<string, readonly (readonly [first: number, last: number])[]> = new Map(
  `AL 350-369|AK 995-999|AZ 850-865|AR 716-729 755-755|CA 900-961|CO 800-816|CT 60-69|DC 200-200 202-205 569-569|DE 197-199|
FL 320-339 341-342 344-344 346-347 349-349|GA 300-319 398-399|HI 967-968|ID 832-838|IL 600-629|IN 460-479|IA 500-528|KS 660-679|
KY 400-427|LA 700-714|ME 39-49|MD 206-219|MA 10-27 55-55|MI 480-499|MN 550-567|MS 386-397|MO 630-658|MT 590-599|NE 680-693|
NV 889-898|NH 30-38|NJ 70-89|NM 870-884|NY 5-5 100-149|NC 270-289|ND 580-588|OH 430-459|OK 730-749|OR 970-979|PA 150-196|
RI 28-29|SC 290-299|SD 570-577|TN 370-385|TX 733-733 750-799 885-885|UT 840-847|VT 50-54 56-59|VA 201-201 220-246|WA 980-994|
WV 247-268|WI 530-549|WY 820-831|PR 6-7 9-9|VI 8-8|GU 969-969|AS 967-967|MP 969-969|AA 340-340|AE 90-98|AP 962-966`
    .split("|")
    .map((entry) => entry.trim().split(" "))
    .map(([state = "", ...ranges]) => [state, ranges.map(rangeOf)]),
);

/** The one town whose code is among those of the state across the water. */
const FISHERS_ISLAND = "06390";

function rangeOf(text: string): readonly [first: number, last: number] {
  const [first, last] = text.split("-").map(Number);
  return [first ?? 0, last ?? 0];
}

/**
 * Whether a state has the ZIP code.
 *
 * @param state Two letters. Returns `undefined` if it is not a state.
 * @param zip Five digits, or more.
 */
export function isZipOf(state: string, zip: string): boolean | undefined {
  const prefix = Number(zip.slice(0, 3));
  if (state === "NY" && zip.startsWith(FISHERS_ISLAND)) return true;
  return PREFIXES.get(state)?.some(([first, last]) => prefix >= first && prefix <= last);
}

/** States with ZIP codes that begin with zero, which a column of numbers shortens. */
export const ZERO_STATES: ReadonlySet<string> = new Set(
  [...PREFIXES].flatMap(([state, ranges]) => (ranges.some(([first]) => first < 100) ? [state] : [])),
);
