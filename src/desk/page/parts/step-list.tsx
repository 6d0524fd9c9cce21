import { type ComponentChildren, Fragment } from "preact";
import { draftPage, runPage } from "../../addresses.ts";
import type { PageStep, StepAction } from "../../runs/page-steps.ts";
import type { BegunRound } from "../../server/run-routes.ts";
import { useBusy, useGoTo } from "../hooks.ts";
import { FileDrop } from "./forms.tsx";
import { Button, ErrorBanner, SaveButton } from "./pieces.tsx";
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
  const begin = (
    { order }: PageStep,
    path: string,
    body: Readonly<Record<string, unknown>>,
    file?: File,
  ): Promise<void> =>
    start(async () => {
      const done = await send<Partial<BegunRound & { draft: string }>>(path, body, order, file);
      if (!done) return;
      const { draft, run = "" } = done;
      const address = draft === undefined ? runPage(run) : draftPage(draft, "correct");
      // A view that is shown already does not come by its address.
      if (location.hash === address || path.endsWith("/reports")) onDone?.();
      else await goTo(address);
    });
  const button = (step: PageStep, action: StepAction, isFirst: boolean) => {
    const { label } = action;
    switch (action.does) {
      case "post": {
        const confirm = { title: "Are you certain?", text: `${step.does}.`, yes: label };
        return (
          <Button
            kind={isFirst && !action.isRisky ? "primary" : "plain"}
            disabled={isBusy}
            {...(action.isRisky && { confirm })}
            onClick={() => begin(step, action.path, action.body)}
          >
            {label}
          </Button>
        );
      }
      case "go":
        return (
          <a class="button" href={action.to}>
            {label}
          </a>
        );
      case "download":
        return <SaveButton path={action.path}>{label}</SaveButton>;
      case "upload":
        return isBrief ? null : (
          <FileDrop
            title={label}
            hint="Drop it here, or choose it"
            disabled={isBusy}
            onFile={(file) => begin(step, action.path, { name: file.name }, file)}
          />
        );
    }
  };
  const shown = isBrief ? steps.slice(0, 1) : steps;
  return (
    <>
      <ErrorBanner error={error} />
      <ol class="next-steps">
        {shown.map((step, index) => (
          <li key={step.does}>
            <p>{step.does}.</p>
            <div class="line">
              {step.actions.map((action, place) => (
                <Fragment key={action.label}>{button(step, action, index === 0 && place === 0)}</Fragment>
              ))}
              {index === 0 && children}
            </div>
          </li>
        ))}
      </ol>
      {shown.length === 0 && children !== undefined && <div class="line">{children}</div>}
      {dialogs}
    </>
  );
}
