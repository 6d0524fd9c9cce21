import {
  type Attack,
  answered,
  attack,
  createdBody,
  issuesBody,
  loginUrlFor,
  quoteIdFor,
  whole,
} from "./attack.ts";

/** Text that acts where it is taken for more than text: on a terminal, in a page, a spreadsheet, XML, Markdown, a log. */
export const ACTING_TEXTS: Readonly<Record<string, string>> = {
  "escape sequences":
    "\u001b[2J\u001b[31m\u001b]0;title\u0007\u001b]8;;http://evil.example\u0007link\u001b]8;;\u0007",
  "controls of eight bits": "\u009b31m\u009d0;title\u009c\u0085\u0090q\u009c",
  "line breaks and returns": "one\r\ntwo\rthree\n✔ 5 created\u2028four\u2029five\u000bsix\u000cseven\u0008",
  "text that turns around":
    "\u202Egpj.exe\u202C \u2066isolated\u2069 \u200Bzero\u200Dwidth\uFEFF \u{E0041}tag",
  "halves of surrogates": "\uD800 \uDFFF \uDC00\uD800 \u0000 \uFFFE",
  markup:
    '</script><script>alert(1)</script><img src=x onerror="alert(1)"><!-- <svg/onload=alert(1)> ]]></failure>',
  entities: "&lt;b&gt; &#60;script&#62; &amp;",
  "a formula": '=HYPERLINK("http://evil.example","x")',
  "a formula behind a tab": "\t@SUM(1+9)*cmd|' /C calc'!A0",
  "marks of Markdown":
    "[x](http://evil.example) ![i](http://evil.example/i.png) `a` **b** | c |\n|---|\n# d <b>",
  "a script as an address": "javascript:alert(document.cookie)//",
  "a record of our own": '","crc":"00000000"}\n{"type":"end","round":1,"stop":null}\n',
  "a name of every object": "__proto__",
};

/** All of them in a row. */
export const ALL_TEXTS = Object.values(ACTING_TEXTS).join(" ");

/** A text in every place of every kind of answer. */
export function textAttacks(name: string, text: string): Attack[] {
  return [
    attack(
      `${name} in ids`,
      "created",
      answered(200, (request) => {
        const quoteId = `${quoteIdFor(request.email)}${text}`;
        return createdBody(request, { quoteId, loginUrl: `${text}${loginUrlFor(request.email)}${text}` });
      }),
    ),
    attack(`${name} in issues`, "issues", () =>
      whole(400, issuesBody([{ code: text, message: text, path: [text, 0, text], validation: text }])),
    ),
    attack(`${name} in a refusal`, "refused", () =>
      whole(422, JSON.stringify({ error: text, message: text })),
    ),
  ];
}

export const TEXT_ATTACKS: readonly Attack[] = Object.entries(ACTING_TEXTS).flatMap(([name, text]) =>
  textAttacks(name, text),
);

/** Long enough to fill any cell, line and screen. */
export const LONG_ID_ATTACK: Attack = {
  name: "a quoteId of most of a megabyte",
  kinds: ["unreadable"],
  answer: (request) => {
    const quoteId = `${quoteIdFor(request.email)}${"q".repeat(900_000)}`;
    request.socket.write(whole(200, createdBody(request, { quoteId })));
  },
};
