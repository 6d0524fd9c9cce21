import { issuePlace } from "../../../lead/issue-text.ts";
import { Facts, IssueList } from "../../../report/page/parts.tsx";
import { durationText } from "../../../terminal/number-text.ts";
import { runPage, runPath, type ViewParams } from "../../addresses.ts";
import type { RowStory } from "../../server/results-routes.ts";
import { useLoadOfRuns } from "../hooks.ts";
import { Card, ErrorBanner, Time, Title } from "../parts/pieces.tsx";
import { StepList } from "../parts/step-list.tsx";
import { FindButton } from "./find.tsx";
import { LinkCell } from "./run-rows.tsx";

type Story = RowStory["story"];
type Round = Story["rounds"][number];
type Attempt = Round["attempts"][number];

/** All that happened to a row, and what to do about it. */
export function RowStoryView({ run = "", row = "" }: ViewParams) {
  const path = runPath(run, "rows", row);
  const { data, error, reload } = useLoadOfRuns<RowStory>(path);
  return (
    <>
      <p>
        <a href={runPage(run)}>‹ All rows of the run</a>
      </p>
      <ErrorBanner error={error} />
      {data && <StoryPanel run={run} data={data} onReload={reload} />}
    </>
  );
}

function StoryPanel({ run, data, onReload }: { run: string; data: RowStory; onReload(): Promise<void> }) {
  const { headline, meaning, action, steps, name, hasLink, story } = data;
  return (
    <>
      <Title>
        Row {story.row}: {headline}
      </Title>
      <Card title="What it means">
        <p>{meaning}</p>
        {steps.length > 0 ? (
          <StepList steps={steps} onDone={onReload} />
        ) : (
          action && <p class="do">{action}</p>
        )}
      </Card>
      <Card title="The lead">
        <Facts
          facts={[
            ["Name", name],
            ["E-mail", story.email],
            ["Reference", story.affiliateId],
            ["Quote", story.quoteId],
            ["Login link", hasLink && <LinkCell run={run} row={story.row} />],
          ]}
        />
        {story.email !== null && (
          <p>
            <FindButton text={story.email}>Find this person in all runs</FindButton>
          </p>
        )}
        <IssueList title="What is wrong with it" issues={listed(story.issues)} />
        <IssueList title="Worth a look" issues={listed(story.warnings)} />
      </Card>
      {story.rounds.map((round) => (
        <RoundCard key={round.round} round={round} />
      ))}
      {story.said.length > 0 && (
        <Card title="What a person wrote down">
          <ul class="plain">
            {story.said.map(({ at, word, quoteId, note }) => (
              <li key={at}>
                <Time at={at} />: {SAID[word ?? ""] ?? "the earlier answer is taken back"}
                {quoteId !== null && `, quote ${quoteId}`}
                {note !== null && `. Note: ${note}`}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

const SAID: Readonly<Record<string, string>> = {
  created: "it was created",
  "not-created": "it was not created",
  "not-a-lead": "taken out, as not a lead",
};

/** Issues as they are listed. */
function listed(issues: Story["issues"]) {
  return issues.map((issue) => ({ place: issuePlace(issue) ?? "", message: issue.message }));
}

const COMMANDS: Readonly<Record<string, string>> = {
  submit: "Sent for the first time",
  resume: "Continued",
  replay: "Sent again",
};

function RoundCard({ round }: { round: Round }) {
  const { command, at, plan, refused, changedColumns, attempts, stopReason } = round;
  return (
    <Card title={plan === null ? (COMMANDS[command] ?? command) : "Corrected"}>
      <p class="note">
        <Time at={at} />
        {changedColumns.length > 0 && `; changed: ${changedColumns.join(", ")}`}
      </p>
      <IssueList title="Held back here, and not sent" issues={listed(refused)} />
      {refused.length === 0 && attempts.length === 0 && <p>Not sent in this round.</p>}
      {attempts.length > 0 && (
        <ol class="attempts-list">
          {attempts.map((attempt) => (
            <AttemptItem key={attempt.at} attempt={attempt} />
          ))}
        </ol>
      )}
      {stopReason !== null && <p>The round stopped: {stopReason}.</p>}
    </Card>
  );
}

function AttemptItem({ attempt }: { attempt: Attempt }) {
  const { at, durationMs, httpStatus, meaning, statusAfter, isTakenBack, body } = attempt;
  const answer = httpStatus === null ? "no answer" : `status ${httpStatus}`;
  return (
    <li>
      <p class="note">
        <Time at={at} isPrecise />
        {durationMs !== null && `, ${durationText(durationMs)}`}, {answer}
      </p>
      <p>{meaning}</p>
      <p class="note">
        Then: {statusAfter}
        {isTakenBack && ", as before: the address turned out to be wrong"}
      </p>
      {body !== null && body !== "" && (
        <details>
          <summary>What the service said</summary>
          <pre class="body">{body}</pre>
        </details>
      )}
    </li>
  );
}
