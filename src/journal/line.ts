import { crc32 } from "node:zlib";
import type { JournalRecord } from "./record.ts";

/** `,"crc":"` + eight hex digits + `"}`: how every line ends, before its newline. */
const TAIL = /^,"crc":"([0-9a-f]{8})"\}$/;
const TAIL_LENGTH = ',"crc":"00000000"}'.length;

/** One record as a line of the journal, newline included. The checksum covers everything before it. */
export function encodeLine(record: JournalRecord): string {
  const content = JSON.stringify(record).slice(0, -1);
  return `${content},"crc":"${checksum(content)}"}\n`;
}

/** Reads a line without its newline; undefined when it is not whole. */
export function decodeLine(line: Buffer): JournalRecord | undefined {
  const contentLength = Math.max(0, line.length - TAIL_LENGTH);
  const crc = TAIL.exec(line.toString("latin1", contentLength))?.[1];
  if (crc === undefined || checksum(line.subarray(0, contentLength)) !== crc) return undefined;
  try {
    return JSON.parse(`${line.toString("utf8", 0, contentLength)}}`) as JournalRecord;
  } catch {
    return undefined;
  }
}

function checksum(content: string | Buffer): string {
  return crc32(content).toString(16).padStart(8, "0");
}
