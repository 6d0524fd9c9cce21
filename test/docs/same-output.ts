/** Lines of output without what differs from run to run: numbers, durations, and how wide a column is. */
export function comparableLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) =>
      line
        .replace(/\d{8}T\d{9}Z/g, "<time>")
        .replace(/\d[\d,.:]*(?: ?(?:ms|s|m))?(?![\w-])/g, "#")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((line) => line !== "");
}
