/** What a terminal shows: as much of one as the program's output needs. */

const CONTROL = /\u001b\[([?\d;]*)([A-Za-z])|\r|\n|[^\u001b\r\n]/gu;

/**
 * @typedef {{ bold: boolean, dim: boolean, colour: number | null }} Look The colour as in SGR, 30 to 37 or 90 to 97.
 * @typedef {{ column: number, text: string, look: Look }} Piece Letters of one look, side by side.
 */

export class Screen {
  #columns;
  /** @type {Map<number, { letter: string, look: Look }>[]} */
  #lines = [new Map()];
  #row = 0;
  #column = 0;
  /** @type {Look} */
  #look = { bold: false, dim: false, colour: null };

  /** @param {number} columns */
  constructor(columns) {
    this.#columns = columns;
  }

  /** @param {string} text What a program has written, whole escape sequences only. */
  write(text) {
    for (const [all, parameters, command] of text.matchAll(CONTROL)) {
      if (all === "\r") this.#column = 0;
      else if (all === "\n") this.#goTo(this.#row + 1);
      else if (command === undefined) this.#put(all);
      else if (!parameters.startsWith("?")) this.#obey(command, parameters.split(";").map(Number));
    }
  }

  /** @returns {Piece[][]} Its lines from the top, blanks at their ends left out. */
  pieces() {
    return this.#lines.map((cells) => {
      /** @type {Piece[]} */
      const pieces = [];
      for (const column of [...cells.keys()].sort((one, other) => one - other)) {
        const { letter, look } = cells.get(column);
        const last = pieces.at(-1);
        const isNext = last && last.column + last.text.length === column && isSame(last.look, look);
        if (isNext) last.text += letter;
        else if (letter !== " ") pieces.push({ column, text: letter, look });
      }
      return pieces.map((piece) => ({ ...piece, text: piece.text.trimEnd() }));
    });
  }

  /** @param {string} letter */
  #put(letter) {
    if (this.#column === this.#columns) {
      this.#goTo(this.#row + 1);
      this.#column = 0;
    }
    this.#lines[this.#row].set(this.#column, { letter, look: this.#look });
    this.#column += 1;
  }

  /** @param {string} command @param {number[]} numbers */
  #obey(command, numbers) {
    const [first] = numbers;
    if (command === "m") for (const number of numbers) this.#look = lookAfter(this.#look, number);
    else if (command === "G") this.#column = Math.max(first, 1) - 1;
    else if (command === "A") this.#goTo(this.#row - Math.max(first, 1));
    else if (command === "K") this.#erase(first === 2 ? 0 : this.#column);
    else throw new Error(`This screen does not know the command ${command}`);
  }

  /** @param {number} row */
  #goTo(row) {
    this.#row = Math.max(row, 0);
    while (this.#lines.length <= this.#row) this.#lines.push(new Map());
  }

  /** @param {number} from The first column that is cleared. */
  #erase(from) {
    const line = this.#lines[this.#row];
    for (const column of line.keys()) if (column >= from) line.delete(column);
  }
}

/** @param {Look} look @param {number} number Of an SGR command. @returns {Look} */
function lookAfter(look, number) {
  if (number === 0) return { bold: false, dim: false, colour: null };
  if (number === 1) return { ...look, bold: true };
  if (number === 2) return { ...look, dim: true };
  if (number === 22) return { ...look, bold: false, dim: false };
  if (number === 39) return { ...look, colour: null };
  return { ...look, colour: number };
}

/** @param {Look} one @param {Look} other */
function isSame(one, other) {
  return one.bold === other.bold && one.dim === other.dim && one.colour === other.colour;
}
