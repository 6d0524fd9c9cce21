import { readdir, readFile } from "node:fs/promises";
import { extname } from "node:path";

/** A file of the page, whole: together they are smaller than a photograph. */
export interface PageFile {
  bytes: Uint8Array;
  type: string;
}

/** Where the build puts the page; the same from `src/desk` and `dist/desk`. */
const PAGE = new URL("../../dist/desk/page/", import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".md": "text/plain; charset=utf-8",
};

/** Reads the page's files, by the path of their addresses: what is not among them is nowhere. */
export async function readPageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const names = await readdir(PAGE, { recursive: true, withFileTypes: true });
  const paths = names
    .filter((entry) => entry.isFile() && TYPES[extname(entry.name)] !== undefined)
    .map(({ parentPath, name }) => `${parentPath}/${name}`.replaceAll("\\", "/"));
  const files = await Promise.all(
    paths.map(async (path) => {
      const address = path.slice(path.lastIndexOf("/desk/page/") + "/desk/page".length).replaceAll("//", "/");
      const file: PageFile = { bytes: await readFile(path), type: TYPES[extname(path)] ?? "" };
      return [address === "/index.html" ? "/" : address, file] as const;
    }),
  );
  return new Map(files);
}
