import { useState } from "preact/hooks";
import type { PlainSheet } from "../../../sheet/formats/plain-sheets.ts";
import type { DraftProblem, MatchView } from "../../drafts/draft-view.ts";
import type { LayoutView } from "../../server/draft-routes.ts";
import type { ChangeDraft } from "../draft.ts";
import { useLoad } from "../load.ts";
import { Banner, ErrorBanner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Card, Folded } from "../parts/card.tsx";
import { Choices } from "../parts/choices.tsx";

interface LayoutProps {
  /** Path of the draft. */
  path: string;
  data: MatchView;
  onChange: ChangeDraft;
}

/** Why a sheet cannot be read or sent as it is, and what the page can ask to get past it. */
export function LayoutProblem({ problem, ...props }: LayoutProps & { problem: DraftProblem }) {
  const { asks, message, hint } = problem;
  return (
    <>
      <Banner tone="bad" title={message}>
        {hint}
      </Banner>
      {asks === "hidden-rows" && <HiddenRows {...props} />}
      {asks === "encoding" && <Encoding {...props} />}
      {(asks === "sheet" || asks === "header-row") && (
        <Card title={asks === "sheet" ? "Which sheet holds the leads?" : "Which row holds the headers?"}>
          <SheetChoice {...props} />
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
export function LayoutChoice(props: LayoutProps) {
  if (props.data.isEdited) return null;
  return (
    <Folded title="Read another sheet, or another row of headers">
      <SheetChoice {...props} />
    </Folded>
  );
}

function HiddenRows({ onChange }: LayoutProps) {
  return (
    <Card title="What about the hidden rows?">
      <p class="line">
        <Button kind="primary" onClick={() => onChange("layout", { hiddenRows: "skip" })}>
          Leave them out
        </Button>
        <Button onClick={() => onChange("layout", { hiddenRows: "include" })}>Read them</Button>
      </p>
    </Card>
  );
}

const ENCODINGS = [
  ["windows-1252", "Windows, Western Europe and America"],
  ["macintosh", "An older Mac"],
  ["utf-8", "Unicode (UTF-8)"],
  ["utf-16le", "Unicode (UTF-16)"],
] as const;

function Encoding({ onChange }: LayoutProps) {
  return (
    <Card title="Which program wrote this text?">
      <p class="line">
        {ENCODINGS.map(([encoding, label]) => (
          <Button key={encoding} onClick={() => onChange("layout", { encoding })}>
            {label}
          </Button>
        ))}
      </p>
    </Card>
  );
}

function SheetChoice({ path, data, onChange }: LayoutProps) {
  const { data: view, error } = useLoad<LayoutView>(`${path}/layout`);
  const [named, setNamed] = useState(data.layout.sheet);
  if (!view) return error ? <ErrorBanner error={error} /> : null;
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
function SheetStart({
  sheet,
  isOnly,
  onChange,
}: {
  sheet: PlainSheet;
  isOnly: boolean;
  onChange: ChangeDraft;
}) {
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
