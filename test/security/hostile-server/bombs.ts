import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";

const ZEROS_BYTES = 100 * 1024 * 1024;

const PACKERS = {
  gzip: () => gzipSync(Buffer.alloc(ZEROS_BYTES)),
  deflate: () => deflateSync(Buffer.alloc(ZEROS_BYTES)),
  br: () =>
    brotliCompressSync(Buffer.alloc(ZEROS_BYTES), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
} as const;

export type BombEncoding = keyof typeof PACKERS;

export const BOMB_ENCODINGS = Object.keys(PACKERS) as BombEncoding[];

const packed = new Map<BombEncoding, Buffer>();

/** 100 MB of zeros, packed small. Made when it is first needed: it takes longer to make than to throw. */
export function bomb(encoding: BombEncoding): Buffer {
  const bytes = packed.get(encoding) ?? PACKERS[encoding]();
  packed.set(encoding, bytes);
  return bytes;
}
