import type { PageAttempt, PageData, PageIssue, PageRow } from "../page-data.ts";
import { button, byId, element } from "./elements.ts";
import { showTimes } from "./times.ts";
import { placeWords, spanWords } from "./words.ts";

/** Shows all that is known of a row, over the page. */
export function showDetail(data: PageData, row: PageRow): void {
  const dialog = byId("detail", HTMLDialogElement);
  const [number, status] = row;
  const { name = "", sign = "" } = data.statuses[status] ?? {};
  const close = button("Close", { class: "close" });
  close.addEventListener("click", () => dialog.close());
  dialog.replaceChildren(
    element("div", { class: "title" }, [
      element("h2", { id: "detail-title", tabindex: "-1" }, [`Row ${number}`]),
      element("span", { class: `status s-${name}` }, [`${sign} ${name}`]),
      close,
    ]),
    facts(row),
    ...issueList("Issues", data, row[8], number),
    ...sentences(data, row),
    ...issueList("Warnings", data, row[9], number),
    ...attemptTable(data, row),
  );
  showTimes(dialog);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

function facts(row: PageRow): HTMLElement {
  const [, , email, reference, quoteId, , , , , , , , , name = "", loginUrl = ""] = row;
  const list: [string, string, boolean][] = [
    ["Reference", reference, true],
    ["Name", name, false],
    ["E-mail", email, false],
    ["Quote", quoteId, true],
    ["Login link", loginUrl, true],
  ];
  return element(
    "dl",
    { class: "facts" },
    list
      .filter(([, value]) => value !== "")
      .map(([title, value, isCopied]) =>
        element("div", {}, [
          element("dt", {}, [title]),
          element("dd", {}, [
            element("span", { class: "value" }, [value]),
            ...(isCopied
              ? [" ", button("Copy", { "data-copy": value, "aria-label": `Copy ${title.toLowerCase()}` })]
              : []),
          ]),
        ]),
      ),
  );
}

function issueList(title: string, data: PageData, indexes: readonly number[], row: number): HTMLElement[] {
  const issues = indexes.map((index) => data.issues[index]).filter((issue) => issue !== undefined);
  if (issues.length === 0) return [];
  return [
    element("h3", {}, [title]),
    element(
      "ul",
      { class: "plain" },
      issues.map((issue) => element("li", {}, issueParts(issue, row))),
    ),
  ];
}

function issueParts(issue: PageIssue, row: number): (Node | string)[] {
  const place = placeWords(issue, row);
  const path = issue[3] === "" ? [] : [element("span", { class: "note" }, [` ${issue[3]}`])];
  return place === "" ? [issue[2], ...path] : [element("strong", {}, [place]), ` ${issue[2]}`, ...path];
}

function sentences(data: PageData, row: PageRow): HTMLElement[] {
  const maybe = row[7] === 1 ? "An earlier attempt may have created it." : undefined;
  const text = data.texts[row[10]] ?? maybe;
  return text === undefined ? [] : [element("p", {}, [text])];
}

function attemptTable(data: PageData, row: PageRow): HTMLElement[] {
  const attempts = row[12];
  const count = row[6];
  if (count === 0) return [];
  const unanswered = count - attempts.length;
  const note =
    unanswered > 0 ? [element("p", { class: "note" }, [unansweredWords(unanswered, attempts.length)])] : [];
  if (attempts.length === 0) return [element("h3", {}, ["Attempts"]), ...note];
  const head = ["Started", "Took", "Answer", "What it said"].map((text) =>
    element("th", { scope: "col" }, [text]),
  );
  const body = attempts.map((attempt) => element("tr", {}, attemptCells(data, attempt)));
  const table = element("table", { class: "small attempts" }, [
    element("thead", {}, [element("tr", {}, head)]),
    element("tbody", {}, body),
  ]);
  return [
    element("h3", {}, ["Attempts"]),
    element("div", { class: "wide", tabindex: "0", role: "group", "aria-label": "Attempts" }, [table]),
    ...note,
  ];
}

function unansweredWords(unanswered: number, answered: number): string {
  const noun = unanswered === 1 ? "attempt has" : "attempts have";
  return `${unanswered} ${answered > 0 ? "further " : ""}${noun} no answer here; leadctl explain tells more.`;
}

function attemptCells(
  data: PageData,
  [startedMs, durationMs, status, answer, text]: PageAttempt,
): HTMLElement[] {
  const said = [data.answers[answer] ?? "", data.texts[text ?? -1] ?? ""].filter((part) => part !== "");
  const datetime = new Date(data.startMs + startedMs).toISOString();
  return [
    element("time", { class: "precise", datetime }),
    spanWords(durationMs),
    status === 0 ? "none" : String(status),
    said.join(": "),
  ].map((cell) => element("td", {}, [cell]));
}
