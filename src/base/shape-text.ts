import type * as z from "zod";

const KINDS: Readonly<Record<string, string>> = {
  string: "text in quotes",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list in [ ]",
  object: "an object in { }",
  record: "an object in { }",
};

/** What is wrong with the shape of a file of JSON, in place of the words of the library that found it. */
export const shapeText: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "it is missing" : mustBe([kindText(issue.expected)]);
    case "invalid_value":
      return mustBe(issue.values.map((value) => JSON.stringify(value)));
    case "too_small":
      return typeof issue.input === "number"
        ? `it must be ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}`
        : "it must not be empty";
    case "too_big":
      return typeof issue.input === "number"
        ? `it must be at most ${issue.maximum}`
        : `it must not be longer than ${issue.maximum}`;
    case "unrecognized_keys":
      return `${issue.keys.map((key) => JSON.stringify(key)).join(", ")} is not known here`;
    case "invalid_union":
      return unionText(issue.errors);
    default:
      return "it is not written as it must be";
  }
};

/** What is wrong inside the form that the value has; what the forms are, where it has none of them. */
function unionText(forms: readonly (readonly z.core.$ZodIssue[])[]): string {
  const isOther = ({ code, path }: z.core.$ZodIssue): boolean => code === "invalid_type" && path.length === 0;
  const meant = forms.find((issues) => !issues.some(isOther));
  if (meant) return meant.map(({ path, message }) => [...path.map(String), message].join(": ")).join("; ");
  return mustBe(forms.flat().map((issue) => (issue.code === "invalid_type" ? kindText(issue.expected) : "")));
}

function kindText(expected: string): string {
  return KINDS[expected] ?? expected;
}

function mustBe(choices: readonly string[]): string {
  const last = choices.at(-1) ?? "";
  const others = choices.slice(0, -1).join(", ");
  return `it must be ${others === "" ? last : `${others} or ${last}`}`;
}
