import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { amountText } from "../../../terminal/number-text.ts";
import type { MatchQuestion } from "../../drafts/draft-view.ts";
import { Button, Card, Choices, Folded } from "./pieces.tsx";

type Answers = Readonly<Record<string, string>>;

/** As Match asks it, or as the document of `--json` has it. */
export type AskedQuestion = Pick<MatchQuestion, "id" | "kind" | "text" | "options" | "rowCount"> &
  Partial<Pick<MatchQuestion, "word" | "samples" | "answer" | "isKept">>;

/** What is not certain, all of it at once: whose an address is, what a column holds, what a word means. */
export function Questions(props: {
  questions: readonly MatchQuestion[];
  isEdited: boolean;
  /** @returns Whether they were taken. */
  onAnswer(answers: Answers): Promise<boolean>;
}) {
  const { questions, isEdited, onAnswer } = props;
  const open = questions.filter(({ answer }) => answer === null);
  const answered = questions.filter(({ answer }) => answer !== null);
  const form = (asked: readonly MatchQuestion[]) => (
    <AnswerForm questions={asked} isEdited={isEdited} onAnswer={onAnswer}>
      <span class="note">Answers are used again for sheets with the same headers.</span>
    </AnswerForm>
  );
  return (
    <>
      {open.length > 0 && (
        <Card title={`${amountText(open.length, "question")} to answer first`} tone="warn">
          {form(open)}
        </Card>
      )}
      {answered.length > 0 && (
        <Folded title={amountText(answered.length, "answered question")}>{form(answered)}</Folded>
      )}
    </>
  );
}

/** Questions to be answered together. @param children Stand beside its button. */
export function AnswerForm(props: {
  questions: readonly AskedQuestion[];
  isEdited?: boolean;
  /** Whether an answer to some of them is of no use. */
  isWhole?: boolean;
  children: ComponentChildren;
  /** @returns Whether they were taken. */
  onAnswer(answers: Answers): Promise<boolean>;
}) {
  const { questions, isEdited, isWhole, children, onAnswer } = props;
  const [chosen, setChosen] = useState<Answers>({});
  const news = questions.filter(({ id, answer }) => chosen[id] !== undefined && chosen[id] !== answer);
  const isReady = news.length > 0 && (!isWhole || news.length === questions.length);
  const send = async (): Promise<void> => {
    const sent: Answers = Object.fromEntries(news.map(({ id }) => [id, chosen[id] ?? ""]));
    if (!(await onAnswer(sent))) return;
    // What was chosen meanwhile is still to be sent.
    setChosen((now) => Object.fromEntries(Object.entries(now).filter(([id, answer]) => sent[id] !== answer)));
  };
  return (
    <form
      class="questions"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void send();
      }}
    >
      {questions.map((question) => {
        const Control = question.kind === "word" ? WordQuestion : OtherQuestion;
        return (
          <Control
            key={question.id}
            question={question}
            value={chosen[question.id] ?? question.answer ?? ""}
            // Cells were corrected for what their columns were taken for.
            isFixed={isEdited === true && question.kind !== "word"}
            onChoose={(answer) => setChosen((now) => ({ ...now, [question.id]: answer }))}
          />
        );
      })}
      <p class="line">
        <Button kind="primary" disabled={!isReady} onClick={send}>
          {news.length < 2 ? "Use this answer" : `Use these ${news.length} answers`}
        </Button>
        {children}
      </p>
    </form>
  );
}

interface QuestionProps {
  question: AskedQuestion;
  value: string;
  isFixed: boolean;
  onChoose(answer: string): void;
}

function OtherQuestion({ question, value, isFixed, onChoose }: QuestionProps) {
  return (
    <Choices question={question} value={value} disabled={isFixed} onChoose={onChoose}>
      <Samples question={question} />
    </Choices>
  );
}

/** There may be many of them, of one column. */
function WordQuestion({ question, value, onChoose }: QuestionProps) {
  const { text, options } = question;
  return (
    <div class="question word">
      <label>
        <span>{text}</span>
        <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
          {value === "" && <option value="">Choose…</option>}
          {options.map(({ answer, label }) => (
            <option key={answer} value={answer}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Samples question={question} />
    </div>
  );
}

function Samples({ question: { samples = [], rowCount, word, isKept } }: { question: AskedQuestion }) {
  const cells = samples.map(({ cell, text }) =>
    text === word ? (cell ?? "") : [cell, text].filter(Boolean).join(": "),
  );
  const shown = cells.filter((text) => text !== "");
  return (
    <p class="note">
      {shown.length > 0 && `${shown.join(" · ")}. `}
      {rowCount > 0 && `${amountText(rowCount, "row")}. `}
      {isKept && "Answered for an earlier sheet with these headers."}
    </p>
  );
}
