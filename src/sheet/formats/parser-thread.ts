import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { isExecutable, packageFolder } from "../../base/package-files.ts";
import { inputError } from "../sheet-errors.ts";
import type { PieceParser } from "./piece-parser.ts";

/** Which of the parsers in `parser-thread-main.ts` to be, and what it is begun with. That can be cloned, as its answers can. */
export interface ParserTask {
  name: "csv" | "xlsx";
  setup: unknown;
}

/** Whether there is a core for it, and a file to start it from: an executable has none beside it. */
const mayHaveThread = !isExecutable && availableParallelism() > 1;

/** Megabytes of strings that live as long as a piece. */
const YOUNG_MEGABYTES = 8;

/** That the thread itself went wrong, whatever it was given to read. */
export class ThreadFailure extends Error {
  override readonly name = "ThreadFailure";
}

/**
 * A parser in a thread of its own. Undefined where none can be started: the system has no room for one more, Node's
 * permissions forbid it, or what this process loads its packages with is not there for a thread. Then this one parses.
 *
 * @param input As people know it.
 * @throws From its `parse`: CliError with exit code 2 when the thread is ended before its work is, as by the system for want of memory.
 */
export async function startParserThread<Answer>(
  input: string,
  task: ParserTask,
): Promise<PieceParser<Answer> | undefined> {
  if (!mayHaveThread) return undefined;
  try {
    const thread = new ParserThread<Answer>(input, task);
    await thread.started;
    return thread;
  } catch {
    return undefined;
  }
}

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(fault: unknown): void;
}

type Answered<Answer> = { made: Answer } | { fault: unknown };

/**
 * Parses in a thread of its own, so that what one piece brought is dealt with here while the next one is parsed. It
 * keeps the process alive only while an answer is waited for.
 */
class ParserThread<Answer> implements PieceParser<Answer> {
  /** More take memory and save no time. */
  readonly piecesAhead = 1;
  readonly #input: string;
  readonly #worker: Worker;
  /** Who waits for an answer, the first one first. */
  readonly #waiting: Waiting<Answer>[] = [];
  #failure: Error | null = null;
  /** Until it has told of itself, nothing is given to it. */
  readonly started: Promise<void>;

  constructor(input: string, task: ParserTask) {
    this.#input = input;
    this.#worker = new Worker(`${packageFolder}dist/sheet/parser-thread-main.js`, {
      workerData: task,
      // Nothing of what this process was told, keys least of all.
      env: {},
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    this.started = new Promise((resolve, reject) => {
      this.#worker.once("message", () => {
        this.#worker.unref();
        this.#worker.on("message", (answer: Answered<Answer>) => this.#deal(answer));
        resolve();
      });
      this.#worker.once("error", reject);
      this.#worker.once("exit", reject);
    });
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail());
  }

  parse(piece: Uint8Array | null): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#waiting.push({ resolve, reject });
      this.#worker.ref();
      // A part of a buffer would be sent with all of it.
      const own = piece && new Uint8Array(piece);
      this.#worker.postMessage(own, own ? [own.buffer] : []);
    });
  }

  stop(): void {
    void this.#worker.terminate();
  }

  #deal(answer: Answered<Answer>): void {
    const next = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#worker.unref();
    if ("made" in answer) next?.resolve(answer.made);
    else next?.reject(answer.fault);
  }

  /** @param error What nobody caught in the thread; undefined where it was ended. */
  #fail(error?: Error & { code?: string }): void {
    const isCutShort = error === undefined || error.code === "ERR_WORKER_OUT_OF_MEMORY";
    this.#failure ??= isCutShort
      ? inputError(
          "input-cut-short",
          { name: this.#input, why: error ? "memory" : "ended" },
          { cause: error },
        )
      : new ThreadFailure("the thread that parses the sheet has failed", { cause: error });
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}
