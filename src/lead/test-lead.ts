import type { Issue } from "./issue.ts";
import { leadFinding, type TestSign } from "./lead-texts.ts";
import type { Lead } from "./schema.ts";

const WORDS: ReadonlySet<string> = new Set(["test", "testing", "demo", "sample", "dummy"]);
const WORD_CHARACTERS_MAX = 7;
const SIGNS_MIN = 3;
/** The finding of a telephone number of one digit, or one that counts up: nobody has one, and it is not sent. */
export const PHONE_MADE_UP = "phone-made-up";

/**
 * What a lead has that nobody has who wants a loan. One or two of them may be chance. Reserved domains and 555-01xx are
 * none: people who try out their own sheets have them, and so have we.
 */
const SIGNS: readonly {
  sign: TestSign;
  path: readonly string[];
  isIn(lead: Lead, warnings: readonly Issue[]): boolean;
}[] = [
  {
    sign: "name",
    path: ["contactInfo", "firstName"],
    isIn: ({ contactInfo }) => isWord(contactInfo?.firstName) || isWord(contactInfo?.lastName),
  },
  {
    sign: "email",
    path: ["contactInfo", "email"],
    isIn: ({ contactInfo: { email = "" } = {} }) => isWord(email.slice(0, Math.max(0, email.indexOf("@")))),
  },
  {
    sign: "address",
    path: ["address", "street"],
    isIn: ({ address, residentialAddress }) => isAnytown(address) || isAnytown(residentialAddress),
  },
  {
    sign: "phone",
    path: ["contactInfo", "phone"],
    isIn: (_, warnings) => warnings.some(({ finding }) => finding === PHONE_MADE_UP),
  },
];

/**
 * Says that a lead is most likely a test, which stays behind until a person says that it goes; undefined for any other.
 *
 * @param warnings What was said of its cells.
 */
export function testIssue(lead: Lead, warnings: readonly Issue[] = []): Issue | undefined {
  let count = 0;
  for (const { isIn } of SIGNS) if (isIn(lead, warnings)) count += 1;
  if (count < SIGNS_MIN) return undefined;
  const found = SIGNS.filter(({ isIn }) => isIn(lead, warnings));
  const signs = found.map(({ sign }) => sign);
  return { code: "custom", ...leadFinding("test-row", { signs }), path: [...(found[0]?.path ?? [])] };
}

function isWord(text = ""): boolean {
  return text.length <= WORD_CHARACTERS_MAX && WORDS.has(text.toLowerCase());
}

function isAnytown({
  street = "",
  city = "",
}: {
  street?: string | undefined;
  city?: string | undefined;
} = {}): boolean {
  return street.startsWith("123 ") && /^123 main (?:st|street)\b/i.test(street) && /^anytown$/i.test(city);
}
