/** The text of one top-level item, cut out of its surroundings. */
export interface JsonItem {
  /** 1-based. */
  ordinal: number;
  /** 1-based line on which the item starts. */
  line: number;
  text: string;
  /** Colons outside strings: as many as the item has keys, repeated ones included. */
  pairs: number;
}
