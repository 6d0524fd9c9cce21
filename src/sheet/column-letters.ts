const LETTERS = 26;
const CODE_OF_A = 65;

/** The letters of a spreadsheet's column, from its index: 0 is `A`, 25 is `Z`, 26 is `AA`. */
export function columnLetters(index: number): string {
  let letters = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(CODE_OF_A + ((rest - 1) % LETTERS)) + letters;
  }
  return letters;
}
