import type { Issue } from "../../lead/issue.ts";
import type { PersonReason } from "../../lead/person-keys.ts";
import type { MappedInput } from "../../sheet/rows/mapped-input.ts";
import { runFinding } from "../run-texts.ts";
import type { MatchedRow } from "./match-people.ts";

/** Where what two leads share stands in a lead. */
const PATHS: Readonly<Record<PersonReason, readonly string[]>> = {
  email: ["contactInfo", "email"],
  "name-phone": ["contactInfo", "phone"],
  "name-address": ["residentialAddress", "street"],
  "name-reference": ["affiliateId"],
  "reference-phone": ["affiliateId"],
  "reference-address": ["affiliateId"],
};

/**
 * That a row may be somebody twice.
 *
 * @param isSent Whether it goes, as a person has said.
 */
export function personIssue(
  { row: own, matches: [first] }: MatchedRow,
  isSent: boolean,
  locate: MappedInput["locate"],
): Issue {
  if (!first) throw new Error("a row that matches nobody is not asked about");
  const { dir, row, existing, reasons } = first;
  const same = { run: dir ?? "", row, existing: existing ?? "first", reasons, isSent } as const;
  const path = [...PATHS[reasons[0] ?? "name-phone"]];
  return {
    code: "custom",
    ...runFinding("maybe-same-person", same),
    path,
    ...locate(path, own),
    ...(isSent && { harm: "doubtful" as const }),
  };
}
