import type { Context } from "../../base/context.ts";
import type { ExitCode } from "../../base/exit-codes.ts";
import { openOutput } from "../../job/command-output.ts";
import { type OwnerWords, resolveRuns } from "../../job/resolve/resolve-run.ts";
import type { CommandValues } from "../../settings/options.ts";
import { commandError } from "../command-errors.ts";

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
  if (dirs.length > 1 && !("sheet" in words)) throw commandError("usage/rows-of-one-run");
  const output = await openOutput("resolve", { ...options, progress: "none" }, context);
  return resolveRuns(dirs, words, options.takeOver, output, context);
}

/** The answers to record, for named rows or from a sheet. */
function wordsOf({ created, notCreated, undo, from, ranges, ...told }: ResolveOptions): OwnerWords {
  const { quoteId, loginUrl, note } = told;
  const given = [
    created && "--created",
    notCreated && "--not-created",
    undo && "--undo",
    from !== undefined && "--from",
  ];
  const [flag, ...others] = given.filter((each) => each !== false);
  if (flag === undefined) throw commandError("usage/answer-missing");
  if (others.length > 0) throw commandError("usage/answers-differ", { flag, others });
  if (from !== undefined) {
    if (ranges ?? quoteId ?? loginUrl ?? note) throw commandError("usage/from-alone");
    return { sheet: from };
  }
  if (!ranges) throw commandError("usage/answer-rows", { flag });
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
