import { describe, expect, it } from "vitest";
import { displayWidth } from "../../../src/base/text-width.ts";
import { openQuestionsShown, questionDocuments, questionLines } from "../../../src/job/ask/ask-questions.ts";
import { addressQuestion, columnQuestion, wordQuestion } from "../../sheet/mapping/sample-question.ts";

describe("open questions", () => {
  const QUESTIONS = [addressQuestion(), columnQuestion(), wordQuestion()];

  it("are shown with their cells, masked, and each answer as the line that gives it", () => {
    expect(questionLines(QUESTIONS, 100)).toStrictEqual([
      "",
      'Question 1 of 3: Whose address is in "Street" (E) to "Zip" (H)?',
      "  E2 ## E*** S***",
      '  "address:street": "property"  The property',
      '  "address:street": "residence"  The applicant\'s home',
      "",
      'Question 2 of 3: What does "Style" (B) say?',
      "  B2 R*** #",
      '  "column:style": "buildingType"  Building Type',
      '  "column:style": "leave-out"  Nothing of a lead: leave it out',
      "",
      'Question 3 of 3: What is "Hut" in "Style" (B)?',
      "  B4 Hut",
      '  "word:buildingType:hut": "singleFamily"  Single family',
      '  "word:buildingType:hut": "as-it-stands"  Send it as it is',
    ]);
  });

  it("show the words that are asked about together, but nobody's e-mail, phone or street", () => {
    const texts = ["cash out refi", "jane@example.com", "(206) 555-0100", "1 Elm Street"];
    const question = wordQuestion({ word: "Cash-Out", samples: texts.map((text) => ({ text })) });
    const [document] = questionDocuments([question]);
    expect(document?.cells.map(({ text }) => text)).toStrictEqual([
      "cash out refi",
      "j***@example.com",
      "(###) ###-####",
      "# E*** S***",
    ]);
  });

  it("fit into forty columns, but for what must stay whole", () => {
    const long = questionLines(QUESTIONS, 40).filter((line) => displayWidth(line) > 40);
    expect(long.every((line) => line.includes('": "'))).toBe(true);
  });

  it("are inert, whatever stands in a sheet", () => {
    const hostile = "\u001b[2J\u202eevil\n\u0007";
    const question = columnQuestion({
      column: hostile,
      text: `What does "${hostile}" say?`,
      samples: [{ cell: "B2", text: hostile }],
      options: [{ answer: hostile, label: hostile }],
    });
    for (const line of questionLines([question], 80)) expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it("are told to programs without anybody's data", () => {
    expect(questionDocuments([addressQuestion(), wordQuestion()])).toStrictEqual([
      {
        id: "address:street",
        kind: "address",
        column: "Street",
        letters: "E",
        finding: "address-whose",
        text: 'Whose address is in "Street" (E) to "Zip" (H)?',
        cells: [{ cell: "E2", text: "## E*** S***" }],
        rowCount: 3,
        options: [
          { answer: "property", label: "The property" },
          { answer: "residence", label: "The applicant's home" },
        ],
        acceptable: false,
      },
      expect.objectContaining({ word: "Hut", cells: [{ cell: "B4", text: "Hut" }], acceptable: true }),
    ]);
    const [masked] = questionDocuments([
      columnQuestion({ samples: [{ text: "jane.doe@example.com" }, { text: "+1 617-555-0100" }] }),
    ]);
    expect(masked).toMatchObject({ cells: [{ text: "j***@example.com" }, { text: "+# ###-###-####" }] });
  });

  it("are told in the document of a refusal, too", () => {
    expect(openQuestionsShown(QUESTIONS, 80).document).toHaveProperty("questions.length", 3);
  });
});
