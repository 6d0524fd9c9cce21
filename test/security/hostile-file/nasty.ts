/** A file that somebody made to do harm, or that a program spoilt beyond what people see in practice. */
export interface Nasty {
  about: string;
  /** As it would arrive: its ending tells the format. */
  name: string;
  content: () => string | Buffer;
  /** The code of the error that refuses the file, or what its rows come to. */
  ends: string;
}

/** Its name and content, and how it ends. */
export type NastyEntry = readonly [about: string, content: string | (() => string | Buffer), ends: string];

/** Makes a file of each entry of a list. */
export function nasty(what: string, name: string): (entry: NastyEntry) => Nasty {
  return ([about, content, ends]) => ({
    about: `${what} with ${about}`,
    name,
    content: typeof content === "string" ? () => content : content,
    ends,
  });
}
