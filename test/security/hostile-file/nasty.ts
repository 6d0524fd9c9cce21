/** A file that somebody made to do harm, or that a program spoilt beyond what people see in practice. */
export interface Nasty {
  about: string;
  /** As it would arrive: its ending tells the format. */
  name: string;
  content: () => string | Buffer;
  /** The code of the error that refuses the file, or what its rows come to. */
  ends: string;
}
