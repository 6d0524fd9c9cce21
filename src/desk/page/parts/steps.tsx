const STEPS = ["Start", "Match", "Check", "Send", "Results"] as const;

export type Step = (typeof STEPS)[number];

/**
 * Where in the job a person is.
 *
 * @param links The addresses of the steps that one can go to from here, as in `{ Match: "#/draft/x/match" }`.
 */
export function Steps(props: { current: Step; links?: Partial<Record<Step, string>> }) {
  const { current, links = {} } = props;
  const at = STEPS.indexOf(current);
  return (
    <ol class="steps" aria-label="Steps">
      {STEPS.map((step, index) => {
        const kind = index < at ? "done" : index === at ? "current" : "";
        const link = links[step];
        return (
          <li key={step} class={kind} aria-current={index === at ? "step" : undefined}>
            {link !== undefined && index !== at ? <a href={link}>{step}</a> : <span>{step}</span>}
          </li>
        );
      })}
    </ol>
  );
}
