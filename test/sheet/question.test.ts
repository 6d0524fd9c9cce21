import { describe, expect, it } from "vitest";
import { QuestionLog } from "../../src/sheet/columns/question-log.ts";
import { passedAnswers, requireAnswers } from "../../src/sheet/mapping/open-questions.ts";
import { LEFT_OUT } from "../../src/sheet/question.ts";
import type { Notice } from "../../src/sheet/table.ts";
import { addressQuestion, columnQuestion, wordQuestion } from "./mapping/sample-question.ts";

describe("the questions of a sheet", () => {
  it("are open where no answer of a mapping is one of the options", () => {
    const questions = new QuestionLog(
      new Map([
        ["column:style", "buildingType"],
        ["address:street", "nobody"],
      ]),
    );
    expect(questions.ask(columnQuestion())).toBe("buildingType");
    expect(questions.ask(addressQuestion())).toBeUndefined();
    expect(questions.answerTo(wordQuestion())).toBeUndefined();
    expect(questions.open.map(({ id }) => id)).toStrictEqual(["address:street"]);
    expect(questions.answered.map(({ option }) => option.label)).toStrictEqual(["Building Type"]);
  });

  it("count their rows, and show the first three cells", () => {
    const questions = new QuestionLog();
    questions.add(wordQuestion({ samples: [], rowCount: 0 }));
    for (const row of [2, 3, 4, 5])
      questions.count("word:buildingType:hut", { cell: `B${row}`, text: "Hut" });
    expect(questions.open[0]).toMatchObject({
      rowCount: 4,
      samples: [{ cell: "B2" }, { cell: "B3" }, { cell: "B4" }],
    });
  });
});

describe("the end of a reading", () => {
  function inputWith(...asked: Parameters<QuestionLog["add"]>[0][]) {
    const questions = new QuestionLog();
    for (const question of asked) questions.add(question);
    return { questions, notices: [] as Notice[] };
  }

  it("passes over columns and words that are accepted, says so, and keeps the words for corrections", () => {
    const amount = {
      id: "word:rent:amount",
      word: "amount",
      options: [{ answer: "thousands", label: "Thousands" }, LEFT_OUT],
    };
    const input = inputWith(columnQuestion(), wordQuestion(), wordQuestion(amount));
    requireAnswers(input, true);
    const style = { column: { personal: "Style" }, letters: "B" };
    expect(input.notices).toMatchObject([
      { code: "question-passed", params: { ...style, rows: 3 } },
      { code: "question-passed", params: { ...style, word: { personal: "Hut" }, isLeftOut: false } },
      { code: "question-passed", params: { ...style, word: { personal: "amount" }, isLeftOut: true } },
    ]);
    expect(passedAnswers(input)).toStrictEqual([
      ["word:buildingType:hut", "as-it-stands"],
      ["word:rent:amount", "leave-out"],
    ]);
  });
});
