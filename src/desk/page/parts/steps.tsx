import { type DraftView, draftPage } from "../../addresses.ts";

const STEPS = ["Start", "Match", "Check", "Send", "Results"] as const;

export type Step = (typeof STEPS)[number];

/**
 * Where in the job a person is.
 *
 * @param draft The sheet that it is about: one can go from step to step of it.
 */
export function Steps({ current, draft }: { current: Step; draft: string | undefined }) {
  const at = STEPS.indexOf(current);
  const linkOf = (step: Step): string | undefined => {
    if (step === "Start") return "#/";
    if (draft === undefined || step === "Results") return undefined;
    return draftPage(draft, step.toLowerCase() as DraftView);
  };
  return (
    <ol class="steps" aria-label="Steps">
      {STEPS.map((step, index) => {
        const link = index === at ? undefined : linkOf(step);
        const kind = index < at ? "done" : index === at ? "current" : "";
        return (
          <li key={step} class={kind} aria-current={index === at ? "step" : undefined}>
            {link === undefined ? <span>{step}</span> : <a href={link}>{step}</a>}
          </li>
        );
      })}
    </ol>
  );
}
