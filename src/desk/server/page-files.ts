import { extname } from "node:path";
import { packageFile } from "../../base/package-files.ts";

/** A file of the page, whole: together they are smaller than a photograph. */
export interface PageFile {
  bytes: Uint8Array;
  type: string;
}

/** What the build makes: names without dots but the last, in the page's folder or the one beside it. */
const NAME = /^\/(?:assets\/)?[\w-]+\.[a-z]+$/;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".md": "text/plain; charset=utf-8",
};

/**
 * A file of the page.
 *
 * @param address The path of its address, as it came: not decoded, so that no name leads out of the folder.
 * @returns Undefined where there is none.
 */
export function readPageFile(address: string): PageFile | undefined {
  const name = address === "/" ? "/index.html" : address;
  const type = TYPES[extname(name)];
  if (type === undefined || !NAME.test(name)) return undefined;
  try {
    return { bytes: packageFile(`dist/desk/page${name}`), type };
  } catch {
    return undefined;
  }
}
