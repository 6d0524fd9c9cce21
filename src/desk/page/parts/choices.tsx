import type { ComponentChildren } from "preact";

/** A question with a few answers, of which one is chosen. @param children Stand between the two. */
export function Choices(props: {
  question: { id: string; text: string; options: readonly { answer: string; label: string }[] };
  value: string | undefined;
  disabled?: boolean;
  children?: ComponentChildren;
  onChoose(answer: string): void;
}) {
  const { question, value, disabled = false, children, onChoose } = props;
  const { id, text, options } = question;
  return (
    <fieldset class="question" disabled={disabled}>
      <legend>{text}</legend>
      {children}
      {options.map(({ answer, label }) => (
        <label key={answer}>
          <input type="radio" name={id} checked={value === answer} onChange={() => onChoose(answer)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
