import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LeadState } from "../outcome/lead-state.ts";
import type { InputFormat } from "../settings/options.ts";
import { shellWord } from "../terminal/shell-word.ts";

/** What a person should do about a row now. */
export interface NextStep {
  text: string;
  /** To type as it is; null when there is nothing to type. */
  command: string | null;
}

export interface RowPlace {
  /** The run's folder. */
  dir: string;
  row: number;
  format: InputFormat;
  /** Another process is at the run. */
  isUnderWay: boolean;
}

/** What comes next for a row in some state; docs/operations.md says the same at more length. */
export function nextStep({ status, maybeCreated, resumable }: LeadState, place: RowPlace): NextStep {
  const { dir, row, isUnderWay } = place;
  const run = shellWord(dir);
  const fix = findFixFile(dir, place.format) ?? join(dir, "fix.csv");
  if (isUnderWay && status !== "created") {
    return { text: "The run is in progress. Wait until it has ended, then ask again.", command: null };
  }
  if (resumable) return { text: "Go on with the run.", command: `leadctl resume ${run}` };
  switch (status) {
    case "created":
      return {
        text: `Nothing. The login link is in ${join(dir, "report.csv")}, in the column leadctl_login_url; explain shows it with --reveal.`,
        command: null,
      };
    case "invalid":
    case "rejected":
      if (maybeCreated) return askOwner("Do not send it again before that.");
      return {
        text: `Correct the cells named above in ${fix} (its column leadctl_row says ${row}), save it, and send it back.`,
        command: `leadctl replay ${run} --with ${shellWord(fix)}`,
      };
    case "duplicate":
      return {
        text: "Nothing to send: the service knew this e-mail before the run. If the address is mistyped, correct it in a copy of report.csv, and send that back with replay --with.",
        command: null,
      };
    case "unconfirmed":
      return askOwner("The login link cannot be had here.");
    case "unknown":
      return {
        text: "Wait until the service is quiet, then send it once more: its own e-mail check makes it created or unconfirmed.",
        command: `leadctl replay ${run} --status unknown --rows ${row}`,
      };
    case "failed":
      return {
        text: maybeCreated
          ? "Send it again. Should the service have created it all the same, it becomes unconfirmed."
          : "Send it again: it was not created.",
        command: `leadctl replay ${run} --rows ${row}`,
      };
    case "pending":
      return { text: "Go on with the run.", command: `leadctl resume ${run}` };
  }
}

const FIX_NAMES: Readonly<Record<InputFormat, readonly string[]>> = {
  csv: ["fix.csv"],
  json: ["fix.json"],
  jsonl: ["fix.json"],
  xlsx: ["fix.xlsx", "fix.csv"],
};

/** Where a run's fix file lies; undefined when there is nothing to fix. */
export function findFixFile(dir: string, format: InputFormat): string | undefined {
  return FIX_NAMES[format].map((name) => join(dir, name)).find((path) => existsSync(path));
}

function askOwner(more: string): NextStep {
  return {
    text: `Ask the service's owner whether a quote exists for this e-mail, with the times of the attempts above. ${more}`,
    command: null,
  };
}
