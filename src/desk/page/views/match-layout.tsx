import { useState } from "preact/hooks";
import type { PlainSheet } from "../../../sheet/formats/plain-sheets.ts";
import type { DraftProblem, MatchView } from "../../drafts/draft-view.ts";
import type { LayoutView } from "../../server/draft-routes.ts";
import type { ChangeDraft } from "../draft.ts";
import { useLoad } from "../hooks.ts";
import { Banner, Button, Card, Choices, ErrorBanner, Folded } from "../parts/pieces.tsx";

/** How a sheet is understood, and what changes that. */
export interface MatchPage {
  /** Path of the draft. */
  path: string;
  data: MatchView;
  onChange: ChangeDraft;
}

type LayoutChange = Partial<MatchView["layout"]>;

/** What the page asks with a few buttons, by what an error asks for. */
const ASKED: Readonly<Record<string, { title: string; choices: readonly [label: string, LayoutChange][] }>> =
  {
    "hidden-rows": {
      title: "What about the hidden rows?",
      choices: [
        ["Leave them out", { hiddenRows: "skip" }],
        ["Read them", { hiddenRows: "include" }],
      ],
    },
    encoding: {
      title: "Which program wrote this text?",
      choices: [
        ["Windows, Western Europe and America", { encoding: "windows-1252" }],
        ["An older Mac", { encoding: "macintosh" }],
        ["Unicode (UTF-8)", { encoding: "utf-8" }],
        ["Unicode (UTF-16)", { encoding: "utf-16le" }],
      ],
    },
  };

/** Why a sheet cannot be read or sent as it is, and what the page can ask to get past it. */
export function LayoutProblem({ problem, match }: { problem: DraftProblem; match: MatchPage }) {
  const { asks, message, hint } = problem;
  const asked = ASKED[asks ?? ""];
  return (
    <>
      <Banner tone="bad" title={message}>
        {hint}
      </Banner>
      {asked && (
        <Card title={asked.title}>
          <p class="line">
            {asked.choices.map(([label, layout]) => (
              <Button key={label} onClick={() => match.onChange("layout", layout)}>
                {label}
              </Button>
            ))}
          </p>
        </Card>
      )}
      {(asks === "sheet" || asks === "header-row") && (
        <Card title={asks === "sheet" ? "Which sheet holds the leads?" : "Which row holds the headers?"}>
          <SheetChoice match={match} />
        </Card>
      )}
      {asks === null && (
        <p>
          <a class="button" href="#/">
            Drop another file
          </a>
        </p>
      )}
    </>
  );
}

/** For a sheet that could be read, but from a place that the person did not mean. */
export function LayoutChoice({ match }: { match: MatchPage }) {
  if (match.data.isEdited) return null;
  return (
    <Folded title="Read another sheet, or another row of headers">
      <SheetChoice match={match} />
    </Folded>
  );
}

function SheetChoice({ match: { path, data, onChange } }: { match: MatchPage }) {
  const { data: view, error } = useLoad<LayoutView>(`${path}/layout`);
  const [named, setNamed] = useState(data.layout.sheet);
  if (!view) return <ErrorBanner error={error} />;
  const { sheets } = view;
  const only = sheets.length === 1 ? sheets[0] : undefined;
  const shown = only ?? sheets.find(({ name }) => name === named);
  return (
    <>
      {sheets.length > 1 && (
        <Choices
          question={{
            id: "sheet",
            text: "Sheets",
            options: sheets.map(({ name = "", isHidden }) => ({
              answer: name,
              label: isHidden ? `${name} (hidden)` : name,
            })),
          }}
          value={shown?.name}
          onChoose={setNamed}
        />
      )}
      {shown && <SheetStart sheet={shown} isOnly={only !== undefined} onChange={onChange} />}
    </>
  );
}

const ROWS_SHOWN = 12;
const CELLS_SHOWN = 8;

/** The beginning of a sheet as it stands: the row of the headers is chosen in it. */
function SheetStart(props: { sheet: PlainSheet; isOnly: boolean; onChange: ChangeDraft }) {
  const { sheet, isOnly, onChange } = props;
  const name = sheet.name === undefined ? {} : { sheet: sheet.name };
  return (
    <>
      {!isOnly && (
        <p class="line">
          <Button kind="primary" onClick={() => onChange("layout", name)}>
            Read “{sheet.name}”
          </Button>
          <span class="note">
            The row with its headers is found for you. To name another row, choose it here:
          </span>
        </p>
      )}
      <div class="wide">
        <table>
          <caption class="unseen">The first rows</caption>
          <tbody>
            {sheet.rows.slice(0, ROWS_SHOWN).map(({ row, cells }) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {Array.from({ length: CELLS_SHOWN }, (_, index) => (
                  <td key={index}>{cells[index] ?? ""}</td>
                ))}
                <td>
                  <Button
                    label={`Row ${row} holds the headers`}
                    onClick={() => onChange("layout", { ...name, headerRow: row })}
                  >
                    Headers
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
