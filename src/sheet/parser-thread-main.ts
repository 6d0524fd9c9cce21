/** The thread of a `ParserThread`: tells that it is there, and answers each piece of text with what the parser that it was told to be makes of it. */
import { on } from "node:events";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Parsers, ParserTask } from "./formats/parser-thread.ts";
import type { PieceParser } from "./formats/piece-parser.ts";

type Makers = {
  [Name in keyof Parsers]: (setup: Parsers[Name]["setup"]) => Promise<PieceParser<Parsers[Name]["answer"]>>;
};

const MAKERS: Makers = {
  csv: async (delimiter) => new (await import("./formats/csv/csv-parser.ts")).CsvParser(delimiter),
  xlsx: async (frame) => new (await import("./formats/xlsx/xlsx-sheet.ts")).SheetParser(frame),
};

function begun<Name extends keyof Parsers>({ name, setup }: ParserTask<Name>) {
  return MAKERS[name](setup);
}

async function answerPieces(port: MessagePort): Promise<void> {
  const parser = await begun(workerData as ParserTask);
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
