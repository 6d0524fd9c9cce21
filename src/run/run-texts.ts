import { type CodedText, finder, type Personal } from "../base/finding.ts";
import type { PersonReason } from "../lead/person-keys.ts";
import { isDismissable, isFixable, isInDoubt, type LeadState } from "../outcome/lead-state.ts";
import { amountText } from "../terminal/number-text.ts";

/** Whose e-mail a row repeats: that of a row of the same sheet, or of one that the run has. */
export interface Repetition {
  row: number;
  of: "sheet" | "run";
}

/** Also says who a row may be. */
export interface SamePerson {
  /** Folder of the run; empty for the same sheet. */
  run: string;
  row: number;
  /** Whether that one has a quote, may have one, or goes first. */
  existing: "created" | "maybe" | "first";
  reasons: readonly PersonReason[];
  /** Whether the row goes, as a person has said; else it stays behind until somebody does. */
  isSent: boolean;
}

/** What two leads share. */
export const REASON_WORDS: Readonly<Record<PersonReason, string>> = {
  email: "its e-mail before a correction",
  "name-phone": "same name and phone",
  "name-address": "same name and address",
  "name-reference": "same name and reference",
  "reference-phone": "same reference and phone",
  "reference-address": "same reference and address",
};

const EXISTING_WORDS: Readonly<Record<SamePerson["existing"], string>> = {
  created: ", which has a quote",
  maybe: ", which may have a quote",
  first: "",
};

/** `row 2 (same name and phone)`, `leadctl-runs/one, row 2, which has a quote (same name and phone)` */
export function samePersonText({
  run,
  row,
  existing,
  reasons: [reason = "name-phone"],
  name,
}: Omit<SamePerson, "isSent"> & { name?: string }): string {
  const who = name === undefined || name === "" ? "" : ` ${name}`;
  const place = run === "" ? `row ${row}` : `${run}, row ${row}${who}`;
  return `${place}${EXISTING_WORDS[existing]} (${REASON_WORDS[reason]})`;
}

function personText(same: SamePerson): string {
  const fate = same.isSent ? "it is sent, as you said" : "it is held back until you decide to send it";
  return `May be the same person as ${samePersonText(same)}: ${fate}`;
}

/** What is found of a row beside others, as it is told of the sheet itself. */
export const RUN_TEXTS = {
  "maybe-same-person": (same: SamePerson) => personText(same),
  "email-repeated": ({ row, of }: Repetition) =>
    `Same e-mail as row ${row}${of === "run" ? " of this run" : ", which goes first"}: one lead per e-mail`,
};

/** What a fix file says, which has other rows under these numbers. */
export const FIX_FILE_TEXTS = {
  "email-repeated": ({ row, of }: Repetition) =>
    `Same e-mail as row ${row} of ${of === "run" ? "this run" : "your sheet, which goes first"}: one lead per e-mail`,
  /** Stands behind the text of a row that is held back. */
  held: () => "Delete the row; or, to send it, write “send” into leadctl_status",
};

/** Why a row of a fixed sheet cannot be matched with one of the run, or must not be sent. */
export const FIX_ROW_TEXTS = {
  "row-number-missing": () => "leadctl_row is empty, so nobody knows which row this corrects",
  "row-number-unreadable": ({ text }: { text: Personal }) =>
    `leadctl_row says "${text.personal}", which is not a row number`,
  "row-absent": ({ row }: { row: number }) => `leadctl_row says ${row}, and the run has no row ${row}`,
  "row-repeated": ({ row }: { row: number }) =>
    `leadctl_row says ${row}, and a row above says the same: keep one of them`,
  "row-of-other": ({ row }: { row: number }) => `the cells beside leadctl_row ${row} belong to another lead`,
  "status-stays": () =>
    "leadctl_status says that the row must not be sent: delete the row; or write “not a lead” there, to take it out for good; or empty that cell, to send the row",
};

/** Why a row of a run may not be taken out as not a lead. */
export function whyNotDismissed(state: LeadState): string | undefined {
  if (isDismissable(state)) return undefined;
  const { status, maybeCreated } = state;
  if (maybeCreated) return "it cannot be taken out, since an attempt may have created its lead";
  return `it is ${status}, and only a row that was refused can be taken out`;
}

/** Why a row of a run may not become another lead. One that was taken out may: it comes back in. */
export function whyNotCorrected({ dismissed: _, ...state }: LeadState): string | undefined {
  const { status, maybeCreated } = state;
  if (isFixable(state)) return undefined;
  switch (status) {
    case "created":
      return "its lead is created, and a quote cannot be changed from here";
    case "unconfirmed":
      return "its lead may exist (unconfirmed): ask the service's owner first";
    case "unknown":
      return "its lead may exist (unknown): settle that first with replay --status unknown";
    case "rejected":
      return maybeCreated
        ? "an earlier attempt may have created its lead: ask the service's owner"
        : undefined;
    default:
      return isInDoubt(state)
        ? "an earlier attempt may have created its lead, so it can only be sent as it was: replay without --with"
        : undefined;
  }
}

/** A row of a fixed sheet that cannot be used, by its number there. */
export interface FixProblem extends CodedText {
  row: number;
}

/** What is asked and told of the rows of a sheet together. */
export const PEOPLE_TEXTS = {
  "maybe-twice": ({ count }: { count: number }) =>
    `${amountText(count, "row")} may be the same person as another lead:`,
  "other-property": ({ count }: { count: number }) =>
    count === 1
      ? "1 row is for another property of the same person, and is sent:"
      : `${count} rows are for other properties of the same people, and are sent:`,
  "known-left-out": ({ count }: { count: number }) =>
    `${amountText(count, "row")} ${count === 1 ? "is" : "are"} left out, as --only-new says:`,
  "all-sent": () => "All of them are sent, as you said.",
  "held-back": () =>
    "Rows that may be the same person as another lead are held back until you decide to send them.",
  "accept-people": () =>
    "If a row is a different person, write “send” into leadctl_status in the fix file. --accept-people sends all of them.",
  "accept-people-again": () =>
    "If a row is a different person, give the same command with --accept-people: it sends all of them.",
  "held-in-plan": ({ count }: { count: number }) =>
    count === 1
      ? "1 row that may be the same person as another lead is held back. To send it"
      : `${count} rows that may be the same person as another lead are held back. To send them`,
  "somebody-twice": ({ count }: { count: number }) =>
    count === 1
      ? "1 row may be the same person as another lead. Should it be sent?"
      : `${count} rows may be the same person as another lead. Should they be sent?`,
};

export const peopleFinding = finder(PEOPLE_TEXTS);
export const runFinding = finder(RUN_TEXTS);
export const fixFinding = finder(FIX_ROW_TEXTS);
