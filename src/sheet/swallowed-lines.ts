/**
 * Whether a cell holds what looks like whole rows: two stray quotes, rows apart, make one cell of
 * everything between them, and no parser can tell.
 */
export function hasSwallowedLines(cells: readonly string[], delimiter: string, width: number): boolean {
  return cells.some((cell) => {
    if (!cell.includes("\n") && !cell.includes("\r")) return false;
    const lines = cell.split(/\r\n|\n|\r/);
    return lines.some((line) => {
      const parts = line.split(delimiter).length;
      return parts > 1 && parts >= width / 2;
    });
  });
}
