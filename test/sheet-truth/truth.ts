import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The sheets of `fixtures/sheets`, and what a careful person would send of each; its README says how it is written. */

export const SHEETS = fileURLToPath(new URL("../../fixtures/sheets/", import.meta.url));

export type LeadValue = string | number | boolean;

export interface TruthRow {
  /** As a spreadsheet program numbers it. */
  row: number;
  /** The right value of each path that the sheet tells. */
  lead: Readonly<Record<string, LeadValue>>;
  /** Paths where a careful person would ask, and why: the value in `lead`, if there is one, or nothing may be sent. */
  doubt?: Readonly<Record<string, string>>;
  /** Other values that are as right; null: it may also be left out. */
  accept?: Readonly<Record<string, readonly (LeadValue | null)[]>>;
}

export interface SheetTruth {
  about: string;
  /** Letters of the columns that tell a path; of JSON their names. */
  from: Readonly<Record<string, readonly string[]>>;
  rows: readonly TruthRow[];
  /** Rows that are no leads. */
  notLeads: readonly number[];
  /** Kinds of questions that are to be asked of this sheet whatever its paths say. */
  ask?: readonly string[];
  /** Why the sheet cannot be read without a person. */
  mustAsk?: string;
}

export function readTruths(): Readonly<Record<string, SheetTruth>> {
  return JSON.parse(readFileSync(`${SHEETS}truth.json`, "utf8"));
}

/** Paths that the column with these letters, or of JSON with this name, tells. */
export function pathsFrom({ from }: SheetTruth, letters: string): string[] {
  return Object.keys(from).filter((path) => from[path]?.includes(letters));
}

/** Whether the rules V1 to V5 refuse the lead that is right: then it is right to block it. */
export function isUnsendable({ lead, doubt = {} }: TruthRow): boolean {
  const isSure = (path: string) => lead[path] !== undefined && doubt[path] === undefined;
  const isLet = lead["statedInformation.rentalOccupancy"] !== "vacant";
  return (
    !isSure("contactInfo.email") ||
    (lead.buildingType === "condo" && !isSure("address.unitNumber")) ||
    (lead.buildingType === "multiUnit" && !isSure("propertyUnits")) ||
    (lead.propertyUsage === "investment" &&
      (!isSure("statedInformation.rentalOccupancy") ||
        (isLet && !isSure("statedInformation.monthlyRentalIncome"))))
  );
}
