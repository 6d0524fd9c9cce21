/**
 * A number from 0 (included) to 1 (excluded) that depends on nothing but the seed and the text: FNV-1a,
 * mixed by MurmurHash3's finaliser. For rehearsals, never for secrets.
 */
export function seededFraction(seed: number, text: string): number {
  let hash = mix(0x811c9dc5 ^ seed);
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash) / 2 ** 32;
}

function mix(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
