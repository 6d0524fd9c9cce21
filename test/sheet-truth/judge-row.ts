import type { LeadValue, SheetTruth, TruthRow } from "./truth.ts";

/** A row of a plan, and what is said of the sheet as a whole. */
export interface PlannedSheetRow {
  row: number;
  ready: boolean;
  issues: readonly Said[];
  warnings: readonly Said[];
  lead: unknown;
}

export interface Said {
  message: string;
  path?: readonly string[];
  cell?: string;
}

/** A value that would be sent, or left out, and is not the one that is meant. */
export interface Fault {
  row: number;
  path: string;
  sent: LeadValue | undefined;
  meant: LeadValue | undefined;
  /** Whether a warning or a notice names its field or its column. */
  isTold: boolean;
}

/** What else was said of a sheet. */
export interface SheetTalk {
  notices: readonly string[];
  /** Names of its columns by letters. */
  columns: ReadonlyMap<string, string>;
  /** Paths about which a person was asked, and answered. */
  answered: ReadonlySet<string>;
}

/** Everything that would be sent of a row otherwise than a careful person would. */
export function faultsOf(
  planned: PlannedSheetRow,
  truth: TruthRow,
  sheet: SheetTruth,
  talk: SheetTalk,
): Fault[] {
  const sent = flat(planned.lead);
  const { lead, doubt = {}, accept = {} } = truth;
  const paths = new Set([lead, doubt, accept, sent].flatMap((values) => Object.keys(values)));
  const faults: Fault[] = [];
  for (const path of paths) {
    const isTold = isPathTold(planned, path, sheet, talk);
    if (isRight(path, sent, truth)) continue;
    // In doubt, to leave it out is right when it is told or was asked about.
    if (sent[path] === undefined && path in doubt && (isTold || talk.answered.has(path))) continue;
    faults.push({ row: truth.row, path, sent: sent[path], meant: lead[path], isTold });
  }
  return faults;
}

function isRight(path: string, sent: Readonly<Record<string, LeadValue>>, truth: TruthRow): boolean {
  const { lead, doubt = {}, accept = {} } = truth;
  const value = sent[path];
  const others = accept[path] ?? [];
  if (value === undefined) {
    if (others.includes(null) || (lead[path] === undefined && !(path in doubt))) return true;
    return path === "address.unitNumber" && isUnitInStreet(lead, sent);
  }
  return [lead[path], ...others].some(
    (right) => right !== undefined && right !== null && normal(path, right) === normal(path, value),
  );
}

/** A unit that is sent within the street is not lost; a condo without its number is refused by the rules anyway. */
function isUnitInStreet(lead: TruthRow["lead"], sent: Readonly<Record<string, LeadValue>>): boolean {
  const street = String(sent["address.street"] ?? "");
  const unit = lead["address.unitNumber"] ?? "";
  return (
    sent.buildingType !== "condo" &&
    new RegExp(`(?:apt|unit|suite|ste|#)\\.? ?#?${unit}\\b`, "i").test(street)
  );
}

function isPathTold(planned: PlannedSheetRow, path: string, sheet: SheetTruth, talk: SheetTalk): boolean {
  const letters = sheet.from[path] ?? [];
  const isNamed = ({ path: of = [], cell }: Said) =>
    of.join(".") === path || letters.some((column) => cell === `${column}${planned.row}`);
  if ([...planned.warnings, ...planned.issues].some(isNamed)) return true;
  return talk.notices.some((notice) =>
    letters.some(
      (column) =>
        notice.includes(`(${column})`) ||
        notice.includes(`"${talk.columns.get(column) ?? "\n"}"`) ||
        (notice.startsWith("question-passed ") && notice.includes(` letters=${column} `)),
    ),
  );
}

/** The leaves of a lead by their paths. */
export function flat(value: unknown, path = ""): Record<string, LeadValue> {
  if (value === null || value === undefined || value === "") return {};
  if (typeof value !== "object") return { [path]: value as LeadValue };
  const entries = Object.entries(value).map(([key, inner]) =>
    flat(inner, path === "" ? key : `${path}.${key}`),
  );
  return Object.assign({}, ...entries);
}

/** Two values are the same when a reader of the service would take them for the same. */
function normal(path: string, value: LeadValue): LeadValue {
  if (typeof value !== "string") return value;
  if (path === "contactInfo.phone") {
    const [digits = ""] = value.replace(/\b(?:ext|x)\.?.*$/i, "").split(/[^\d\s()+.-]/);
    return digits.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "") || value;
  }
  const text = value.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
  if (path.endsWith(".street")) return text.replace(/[.,]/g, "").replace(/# /g, "#");
  if (path.endsWith(".county")) return text.replace(/ county$/, "");
  // Enumerations, e-mails and ZIP codes are what they are; only the case of an e-mail is free.
  return path.endsWith(".email") || /Name$|city$|state$/.test(path) ? text : value.trim();
}
