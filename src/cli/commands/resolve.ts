import type { Context } from "../../base/context.ts";
import type { ExitCode } from "../../base/exit-codes.ts";
import { openOutput } from "../../job/command-output.ts";
import { type OwnerWords, resolveRuns } from "../../job/resolve/resolve-run.ts";
import { usageError } from "../../settings/option-values.ts";
import type { CommandValues } from "../../settings/options.ts";

type ResolveOptions = CommandValues<"resolve">;

/**
 * `leadctl resolve <run...>`: writes down what the service's owner said of rows that may exist. It is kept apart from what was
 * observed, and a later word takes it back.
 */
export async function resolve(
  dirs: readonly string[],
  options: ResolveOptions,
  context: Context,
): Promise<ExitCode> {
  const words = wordsOf(options);
  if (dirs.length > 1 && !("sheet" in words))
    throw usageError(
      "Rows are named of one run",
      "Name one run, or give the answers for all of them by --from.",
    );
  const output = await openOutput("resolve", { ...options, progress: "none" }, context);
  return resolveRuns(dirs, words, options.takeOver, output, context);
}

/** What is to be written down of the rows that are named, or of those in a sheet. */
function wordsOf({ created, notCreated, undo, from, ranges, ...told }: ResolveOptions): OwnerWords {
  const { quoteId, loginUrl, note } = told;
  const given = [
    created && "--created",
    notCreated && "--not-created",
    undo && "--undo",
    from !== undefined && "--from",
  ];
  const [flag, ...others] = given.filter((each) => each !== false);
  const example = "As in: leadctl resolve <run> --rows 17 --not-created";
  if (flag === undefined)
    throw usageError(
      "What did the service's owner say? Give --created, --not-created, --undo or --from",
      example,
    );
  if (others.length > 0)
    throw usageError(`${flag} and ${others.join(", ")} say different things`, "Give one of them.");
  if (from !== undefined) {
    if (ranges ?? quoteId ?? loginUrl ?? note)
      throw usageError(
        "With --from the sheet says it all",
        "Leave out --rows, --quote-id, --login-url and --note.",
      );
    return { sheet: from };
  }
  if (!ranges) throw usageError(`${flag} of which rows?`, example);
  return {
    ranges,
    answer: {
      word: created ? "created" : notCreated ? "not-created" : null,
      ...(quoteId !== undefined && { quoteId }),
      ...(loginUrl !== undefined && { loginUrl }),
      ...(note !== undefined && { note }),
    },
  };
}
