import { existsSync } from "node:fs";
import { CliError } from "../../base/cli-error.ts";
import { formatOfName } from "../../report/formats.ts";
import { copyAside } from "../copy-aside.ts";
import { holdsAnswers } from "./owner-answers.ts";

/**
 * Copies a list of rows in doubt that the service's owner has filled in, or that cannot be read, before another is written in
 * its place. A letter is not filled in.
 *
 * @returns Path of the copy; null where there was nothing to keep.
 */
export async function keepAnsweredList(path: string): Promise<string | null> {
  if (!existsSync(path) || formatOfName(path) === "markdown") return null;
  return (await mayHoldAnswers(path)) ? copyAside(path) : null;
}

async function mayHoldAnswers(path: string): Promise<boolean> {
  const { openInput } = await import("../../sheet/open-input.ts");
  try {
    return await holdsAnswers(await openInput({ path }, { keepsAll: true }));
  } catch (error) {
    if (error instanceof CliError) return true;
    throw error;
  }
}
