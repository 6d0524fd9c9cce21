import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../../../report/page/parts.tsx";
import { draftPage, runPage } from "../../addresses.ts";
import type { PageStep, StepAction } from "../../runs/page-steps.ts";
import type { BegunRound } from "../../server/begin-round.ts";
import { useBusy } from "../busy.ts";
import { useGoTo } from "../go-to.ts";
import { ErrorBanner } from "./banner.tsx";
import { Button, SaveButton } from "./button.tsx";
import { FileDrop } from "./file-drop.tsx";
import { useSending } from "./sending.tsx";

/**
 * What to do next, each step with what does it. A round that is begun is shown on the page of its run.
 *
 * @param isBrief Only the most urgent step, without a place to drop files: in a list.
 * @param children Stand beside the buttons of the first step.
 * @param onDone Called when something was done that begins no round.
 */
export function StepList(props: {
  steps: readonly PageStep[];
  isBrief?: boolean;
  children?: ComponentChildren;
  onDone?(): void;
}) {
  const { steps, isBrief = false, children, onDone } = props;
  const { send, dialogs } = useSending();
  const goTo = useGoTo();
  const [isBusy, start, error] = useBusy();
  const [sure, setSure] = useState<{ step: PageStep; action: StepAction & { does: "post" } }>();
  const begin = async (
    { does }: PageStep,
    path: string,
    body: Readonly<Record<string, unknown>>,
    file?: File,
  ): Promise<void> => {
    const done = await send<Partial<BegunRound & { draft: string }>>(path, body, does, file);
    if (!done) return;
    const { draft, run = "" } = done;
    const address = draft === undefined ? runPage(run) : draftPage(draft, "correct");
    // A view that is shown already does not come by its address.
    if (location.hash === address || path.endsWith("/reports")) onDone?.();
    else await goTo(address);
  };
  const press = (step: PageStep, action: StepAction & { does: "post" }): Promise<void> | void => {
    if (action.isRisky) setSure({ step, action });
    else return start(() => begin(step, action.path, action.body));
  };
  const shown = isBrief ? steps.slice(0, 1) : steps;
  return (
    <>
      {error && <ErrorBanner error={error} />}
      <ol class="next-steps">
        {shown.map((step, index) => (
          <li key={step.does}>
            <p>{step.does}.</p>
            <div class="line">
              {step.actions.map((action, place) => (
                <ActionButton
                  key={action.label}
                  action={action}
                  isFirst={index === 0 && place === 0}
                  isBrief={isBrief}
                  onPress={(pressed) => press(step, pressed)}
                  isBusy={isBusy}
                  onFile={(path, file) => start(() => begin(step, path, { name: file.name }, file))}
                />
              ))}
              {index === 0 && children}
            </div>
          </li>
        ))}
      </ol>
      {shown.length === 0 && children !== undefined && <div class="line">{children}</div>}
      {sure && (
        <Dialog title="Are you certain?" onClose={() => setSure(undefined)}>
          <p>{sure.step.does}.</p>
          <div class="line">
            <Button
              kind="danger"
              onClick={() => {
                setSure(undefined);
                return start(() => begin(sure.step, sure.action.path, sure.action.body));
              }}
            >
              {sure.action.label}
            </Button>
            <Button onClick={() => setSure(undefined)}>Cancel</Button>
          </div>
        </Dialog>
      )}
      {dialogs}
    </>
  );
}

function ActionButton(props: {
  action: StepAction;
  isFirst: boolean;
  isBrief: boolean;
  /** One of the list is under way. */
  isBusy: boolean;
  onPress(action: StepAction & { does: "post" }): Promise<void> | void;
  onFile(path: string, file: File): Promise<void>;
}) {
  const { action, isFirst, isBrief, isBusy, onPress, onFile } = props;
  switch (action.does) {
    case "post":
      return (
        <Button
          kind={isFirst && !action.isRisky ? "primary" : "plain"}
          disabled={isBusy}
          onClick={() => onPress(action)}
        >
          {action.label}
        </Button>
      );
    case "go":
      return (
        <a class="button" href={action.to}>
          {action.label}
        </a>
      );
    case "download":
      return <SaveButton path={action.path}>{action.label}</SaveButton>;
    case "upload":
      return isBrief ? null : (
        <FileDrop
          title={action.label}
          hint="Drop it here, or choose it"
          disabled={isBusy}
          onFile={(file) => onFile(action.path, file)}
        />
      );
  }
}
