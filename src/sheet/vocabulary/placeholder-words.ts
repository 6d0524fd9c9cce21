/** There may be something, and the cell does not say what. Not asked of names. */
export const OPEN_WORDS =
  /^(?:tbd|t\.b\.d\.?|tba|unknown|unk|\?+|to be (?:determined|decided|announced|confirmed)|(?:will|to) (?:provide|follow|confirm|advise)|pending|later|not (?:sure|known|given|stated|specified|yet|disclosed)|unsure|(?:i )?(?:don['’]?t|do not|dont) know|idk|ask(?: me| client| borrower)?|(?:please |pls )?call(?: me| client| borrower| first| for (?:info|details|rent|price))?|see (?:notes?|comments?|below|above|file|attached|crm)|notes?|varies|undisclosed|declined(?: to (?:answer|state))?|refused|withheld|private|confidential|por definir|pendiente|desconocido|desconocida|no s[eé]|no sabe|sin (?:dato|datos|informaci[oó]n)|llamar|ver notas?)[.!]*$/i;

/** The same of a street or a town, which may be called by many of those words: who buys has no property yet. */
export const NO_PLACE_YET =
  /^(?=[a-z])(?:t\.b\.d\.?|tbd[ /-]+tbd|(?:address |property |location )?(?:(?:still |is |- ?)?(?:to be (?:determined|decided|announced|confirmed|provided|identified|found|selected)|tbd|unknown|pending)|not (?:sure|known|given|stated|specified|yet|disclosed|found|identified|selected|chosen|determined|decided)(?: yet)?)|(?:still |currently |actively )?(?:looking|shopping|searching|house ?hunting|home ?shopping)|(?:will|to) (?:provide|follow|confirm|advise)|unsure|undecided|undetermined|(?:i )?(?:don['’]?t|do not|dont) know(?: yet)?|(?:no|none) (?:property|home|house|address)(?: (?:yet|found|identified|selected|chosen|picked))*|nothing (?:yet|picked|chosen|found)|see (?:notes?|comments?|file|attached)|por (?:definir|determinar|confirmar)|pendiente|desconocid[oa]|no s[eé]|no sabe|(?:(?:sigue|todav[ií]a) )?buscando|ver notas?)[.!]*$/i;

const CHARACTERS_MAX = 40;

/** Whether a cell is one of some phrases. */
export function isAmong(phrases: RegExp, text: string): boolean {
  return text.length <= CHARACTERS_MAX && phrases.test(text);
}

/** There is nothing, in so many words. Some of them are surnames. */
const NULL_WORDS: ReadonlySet<string> = new Set([
  ..."null nil none n/a n.a. na n\\a nan tbd tba unknown undefined blank (blank) (none) empty <null> (null) n/d ninguno ninguna nulo".split(
    " ",
  ),
  ..."- -- --- – — . .. ... ? ?? \\n".split(" "),
  "not available",
  "not applicable",
  "not provided",
  "no aplica",
  "no disponible",
]);

const NULL_WORD_LENGTH_MAX = Math.max(...[...NULL_WORDS].map((word) => word.length));

/** Whether a cell's text is only a way of saying that there is nothing; some are surnames anyway. */
export function isNullWord(text: string): boolean {
  return text.length <= NULL_WORD_LENGTH_MAX && NULL_WORDS.has(text.toLowerCase());
}
