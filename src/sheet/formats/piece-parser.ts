/** Reads a text that comes in pieces, each given when it pleases: they are parsed in their order. */
export interface PieceParser<Answer> {
  /** How many pieces it is to have before it while what an earlier one brought is dealt with. */
  readonly piecesAhead: number;
  /**
   * What a piece brought to its end.
   *
   * @param piece Null where the text ends.
   */
  parse(piece: Uint8Array | null): Promise<Answer>;
  /** Lets it go, wherever it is. */
  stop(): void;
}

/** A text with its end. */
export async function* withEnd(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer | null> {
  yield* pieces;
  yield null;
}
