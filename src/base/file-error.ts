import { type CliError, type ErrorTexts, errorsOf } from "./cli-error.ts";
import { EXIT } from "./exit-codes.ts";
import { CLOSE_IT, FileInUse } from "./files.ts";

/** A file of a run cannot be written. The system's own error is the cause. Always exit code 6. */
export function fileError(path: string, cause: unknown): CliError {
  return fileFailure("file-write", { path, ...refusedBy(cause) }, { cause });
}

export const FILE_WRITE_ERRORS = {
  "file-write": ({ path, why, isInUse }: { path: string } & Refused) => ({
    message: `${path} could not be written: ${why}`,
    hint: isInUse ? CLOSE_IT : "Make room on the disk or check the folder's permissions, then try again.",
  }),
} satisfies ErrorTexts;

const fileFailure = errorsOf(FILE_WRITE_ERRORS, EXIT.journal);

/** Why the system refused a file, for the sentences of an error. */
export interface Refused {
  /** In words for people. */
  why: string;
  /** Another program has it open. */
  isInUse: boolean;
}

export function refusedBy(cause: unknown): Refused {
  return { why: describeCause(cause), isInUse: cause instanceof FileInUse };
}

/** Why the system refused, in words for people. */
export function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof FileInUse) return cause.message;
  return REASONS[(cause as NodeJS.ErrnoException).code ?? ""] ?? cause.message;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the disk is read-only",
  EACCES: "there is no permission",
  EPERM: "there is no permission",
  ELOOP: "it is a link, and links are not followed",
  ENOENT: "there is no such file or folder",
  ENOTDIR: "a folder in its path is a file",
  ENAMETOOLONG: "its name is too long",
};

/** Whether a system error means that the disk is full. */
export function isFull(cause: unknown): boolean {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return code === "ENOSPC" || code === "EDQUOT";
}

/** Whether a system error means that the file does not exist. */
export function isAbsent(cause: unknown): boolean {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return code === "ENOENT" || code === "ENOTDIR";
}
