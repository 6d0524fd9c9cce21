import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { cellText } from "../sheet/table.ts";

/** What `leadctl_status` says of a row that was not sent. */
const NOT_SENT: ReadonlySet<string> = new Set(["", "pending", "invalid"]);

/**
 * How many rows were sent by what CSV reports in a run's folder tell, where the JSON that was written with them is gone. Infinite where
 * one cannot be read, which may tell of any.
 */
export async function sentByCsv(dir: string): Promise<number> {
  const names = (await readdir(dir, { withFileTypes: true })).flatMap((each) =>
    each.isFile() ? each.name : [],
  );
  const alone = names.filter(
    (name) => /^report(?:-older-\d+)?\.csv$/.test(name) && !names.includes(name.replace(/csv$/, "json")),
  );
  const counts = await Promise.all(alone.map((name) => sentIn(join(dir, name))));
  return Math.max(0, ...counts);
}

async function sentIn(path: string): Promise<number> {
  const { openInput } = await import("../sheet/open-input.ts");
  try {
    const { columns, rows } = await openInput({ path }, { keepsAll: true });
    const status = columns.findIndex(({ name }) => name === "leadctl_status");
    let count = 0;
    for await (const { cells } of rows) if (!NOT_SENT.has(cellText(cells[status]))) count += 1;
    return count;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
