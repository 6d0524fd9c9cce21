import leven from "leven";
import { personal } from "../../base/finding.ts";
import { judgeEmail } from "../../lead/email.ts";
import { cellFinding, ofCell } from "../cell-texts.ts";
import { LEAVE_OUT, SENT_AS_IT_STANDS } from "../question.ts";
import type { CellReport } from "./cell-report.ts";

const ORDINARY_EMAIL = /^[\w.+-]+@[\w.-]+\w$/;

/** An e-mail address without what programs put around it. Case stays as typed. */
export function readEmail(text: string, report: CellReport): string | undefined {
  if (ORDINARY_EMAIL.test(text)) return checked(text, report);
  const bare = withoutLink(text)
    .replace(/^(?:e-?mail|em)\s*:\s*/i, "")
    .replace(/^[^<>@]*<([^<>]+)>$/, "$1")
    .replace(/^["'‘’“”<(]+(?=\S+@)|(?<=@\S+)["'‘’“”>).,;:]+$/g, "")
    .trim();
  const addresses = severalAddresses(bare);
  if (addresses) {
    const [first = "", ...others] = addresses;
    if (others.every((other) => other.toLowerCase() === first.toLowerCase())) {
      report.warn(ofCell("read-as", text, { read: first }), "changed");
      return checked(first, report);
    }
    return report.unreadable(ofCell("emails-several", text));
  }
  if (judgeEmail(bare) === "invalid") {
    const likely = likelyAddress(bare);
    if (likely !== undefined) return report.unreadable(ofCell("email-mistyped", text, { likely }));
  }
  if (bare !== text) report.warn(ofCell("read-as", text, { read: bare }), "changed");
  return checked(bare, report);
}

/** A link of a web page, of Markdown or of Slack says its address and what is read of it, which may be another one. */
function withoutLink(text: string): string {
  if (!/\bmailto:|\]\(/i.test(text)) return text;
  const addresses = text.replace(/\?[^\s"'<>)|]*/g, "").match(/[^\s<>()[\]"'|:;,=]+@[^\s<>()[\]"'|:;,=]+/g);
  return addresses?.join(" ") ?? text;
}

function severalAddresses(text: string): string[] | undefined {
  if ((text.match(/@/g)?.length ?? 0) < 2 || !/[\s,;/|&]/.test(text)) return undefined;
  return text.split(/[\s,;/|&]+|\s+(?:or|and|o|y)\s+/i).filter((part) => part.includes("@"));
}

/** What slips of the keyboard leave of an address: a space in it, a comma for a dot, the sign in words. */
function likelyAddress(text: string): string | undefined {
  if (text.length > 100) return undefined;
  const likely = text
    .replace(/\s*[([{]?\s*\bat\b\s*[)\]}]?\s*(?=\S+\s*[.,])/i, (at) => (text.includes("@") ? at : "@"))
    .replace(/\s*[([{]\s*dot\s*[)\]}]\s*/gi, ".")
    .replace(/\s+/g, "")
    .replace(/@{2,}/, "@")
    .replace(/,/g, ".")
    .replace(/\.{2,}/g, ".")
    .replace(/\.@|@\./, "@");
  return likely !== text && judgeEmail(likely) === "valid" ? likely : undefined;
}

/** Domains that most addresses of people are at, by the number of letters that tell them from others. */
const PROVIDERS =
  "gmail.com yahoo.com hotmail.com outlook.com icloud.com comcast.net verizon.net sbcglobal.net bellsouth.net protonmail.com".split(
    " ",
  );
/** Domains that are near one of these, and are others'. */
const OTHERS: ReadonlySet<string> = new Set(
  "mail.com ymail.com gmx.com email.com gmail.co yahoo.co hotmail.co googlemail.com rocketmail.com yahoo.ca yahoo.es hotmail.es outlook.es hotmail.fr yahoo.fr yahoo.de yahoo.in yahoo.it proton.me".split(
    " ",
  ),
);

/** Names that are nobody's, at domains that are nobody's: typed where there was no address. */
const MADE_UP_LOCAL =
  /^(?:no|none|noone|nobody|no-?e?-?mail|noreply|na|n-a|nil|null|unknown|declined|refused|test|tests|testing|tester|fake|asdf+|abc|xxx+|no-?one|notprovided|noaddress|dontknow)\d*$/i;
const MADE_UP_DOMAIN =
  /^(?:no|none|noone|nobody|no-?e?-?mail|na|nil|null|unknown|declined|refused|test|testing|tester|fake|asdf+|abc|xxx+|e?mail|notprovided|noaddress|nowhere)\.(?:com|net|org)$/i;
const NO_MAILBOX = /^(?:no-?e-?mail|none|nomail|declined|refused|notprovided|fake|noaddress)\d*$/i;

/** Speaks of an address that can be sent, and may not be meant. */
function checked(address: string, report: CellReport): string | undefined {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || PROVIDERS.includes(domain)) return NO_MAILBOX.test(local) ? asked(address, report) : address;
  if (MADE_UP_LOCAL.test(local) && MADE_UP_DOMAIN.test(domain)) return asked(address, report);
  const near = OTHERS.has(domain) ? undefined : nearProvider(domain);
  if (near !== undefined) {
    const likely = personal(`${local}@${near}`);
    report.warn(cellFinding("email-misspelt", { text: personal(address), likely }));
  }
  return address;
}

/** The provider that a domain is a slip of the keyboard away from: a letter more, less, another, or two exchanged. */
function nearProvider(domain: string): string | undefined {
  return PROVIDERS.find((provider) => {
    if (Math.abs(domain.length - provider.length) > 1 || domain[0] !== provider[0]) return false;
    const distance = leven(domain, provider, { maxDistance: 3 });
    const [letters, its] = [domain, provider].map((text) => [...text].sort().join(""));
    return distance === 1 || (distance === 2 && letters === its);
  });
}

function asked(address: string, report: CellReport): string | undefined {
  const options = [
    { answer: LEAVE_OUT, label: "Leave it out: the lead cannot go without one" },
    SENT_AS_IT_STANDS,
  ];
  const text = personal(address);
  const answer = report.ask(address, options, cellFinding("email-made-up-asked", { text }));
  if (answer === LEAVE_OUT) return undefined;
  report.warn(cellFinding("email-made-up", { text }));
  return address;
}
