import { type Absence, FIELDS, type Field } from "../lead/field-catalogue.ts";

const NEEDED: Readonly<Record<Absence, string>> = {
  optional: "optional",
  conditional: "needed in the case said above",
  required: "needed",
  "not-shown": "whether the service needs it is not known; without it a warning is given",
};

const KINDS: Readonly<Record<Field["type"], string>> = {
  text: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "yes or no",
};

/** The field catalogue for people, as Markdown: what each column holds, and how its header may be written. */
export function fieldListText(): string {
  return `# The fields of a lead\n\n${FIELDS.map(fieldText).join("\n")}`;
}

function fieldText({ path, label, note, type, shownValues, absence, aliases }: Field): string {
  const values = shownValues
    ? [`- Known values: ${shownValues.join(", ")}. Others are sent as they are.`]
    : [];
  return [
    `## ${label}`,
    "",
    note,
    "",
    `- In JSON: \`${path}\``,
    `- Holds: ${KINDS[type]}; ${NEEDED[absence]}.`,
    ...values,
    `- Other headers: ${aliases.join(", ")}.`,
    "",
  ].join("\n");
}
