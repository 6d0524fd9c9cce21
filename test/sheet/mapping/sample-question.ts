import { AS_IT_STANDS, LEAVE_OUT, type Question } from "../../../src/sheet/question.ts";

/** Whose the only address of a sheet is. */
export function addressQuestion(more: Partial<Question> = {}): Question {
  return {
    id: "address:street",
    kind: "address",
    column: "Street",
    letters: "E",
    finding: "address-whose",
    text: 'Whose address is in "Street" (E) to "Zip" (H)?',
    samples: [{ cell: "E2", text: "12 Elm St" }],
    rowCount: 3,
    options: [
      { answer: "property", label: "The property" },
      { answer: "residence", label: "The applicant's home" },
    ],
    isAcceptable: false,
    ...more,
  };
}

export function columnQuestion(more: Partial<Question> = {}): Question {
  return {
    id: "column:style",
    kind: "column",
    column: "Style",
    letters: "B",
    finding: "column-unsure",
    text: 'What does "Style" (B) say?',
    samples: [{ cell: "B2", text: "Ranch 7" }],
    rowCount: 3,
    options: [
      { answer: "buildingType", label: "Building Type" },
      { answer: LEAVE_OUT, label: "Nothing of a lead: leave it out" },
    ],
    isAcceptable: true,
    ...more,
  };
}

export function wordQuestion(more: Partial<Question> = {}): Question {
  return {
    id: "word:buildingType:hut",
    kind: "word",
    column: "Style",
    letters: "B",
    word: "Hut",
    finding: "word-unknown",
    text: 'What is "Hut" in "Style" (B)?',
    samples: [{ cell: "B4", text: "Hut" }],
    rowCount: 1,
    options: [
      { answer: "singleFamily", label: "Single family" },
      { answer: AS_IT_STANDS, label: "Send it as it is" },
    ],
    isAcceptable: true,
    ...more,
  };
}
