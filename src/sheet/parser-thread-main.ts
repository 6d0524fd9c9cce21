/** The thread of a `ParserThread`: tells that it is there, and answers each piece of text with what the parser that it was told to be makes of it. */
import { on } from "node:events";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { ParserTask } from "./formats/parser-thread.ts";
import type { PieceParser } from "./formats/piece-parser.ts";
import type { CellFrame } from "./formats/xlsx/xlsx-cell.ts";

const MAKERS = {
  csv: async (delimiter: string) => new (await import("./formats/csv/csv-parser.ts")).CsvParser(delimiter),
  xlsx: async (frame: CellFrame) => new (await import("./formats/xlsx/xlsx-sheet.ts")).SheetParser(frame),
} satisfies Record<ParserTask["name"], (setup: never) => Promise<PieceParser<unknown>>>;

async function answerPieces(port: MessagePort): Promise<void> {
  const { name, setup } = workerData as ParserTask;
  const parser: PieceParser<unknown> = await MAKERS[name](setup as never);
  port.postMessage(null);
  for await (const [piece] of on(port, "message")) {
    const answer = await parser.parse(piece).then(
      (made) => ({ made }),
      (fault: unknown) => ({ fault }),
    );
    port.postMessage(answer);
  }
}

if (parentPort) void answerPieces(parentPort);
