import { FIELDS, fieldAt } from "../../lead/field-catalogue.ts";
import { byName, headerKey, namesOf, nearestField } from "../headers/header-meaning.ts";
import { COMPOSITE_PATHS, labelOf, targetAt } from "./column-reading.ts";

/** All that a column can be, as people call it, in the order of the catalogue; several fields at once come last. */
export function targetLabels(): string[] {
  return [...FIELDS.map(({ path }) => path), ...COMPOSITE_PATHS].map(labelOf);
}

/** Names by which people may call a target, the more exact ones first: its label, its path, the last part of that. */
const PATH_BY_NAME: ReadonlyMap<string, string> = namesOfTargets();

function namesOfTargets(): ReadonlyMap<string, string> {
  const paths = [...FIELDS.map(({ path }) => path), ...COMPOSITE_PATHS];
  return byName([
    ...paths.map((path) => [labelOf(path), path] as const),
    ...paths.map((path) => [path, path] as const),
    ...([1, 2] as const).flatMap((at) => FIELDS.map((field) => [namesOf(field)[at], field.path] as const)),
  ]);
}

/** The path of the target that a text names beyond doubt: by a label, or as a mapping file does. */
export function pathNamed(text: string): string | undefined {
  return targetAt(text) ? text : PATH_BY_NAME.get(headerKey(text));
}

/** The label of the field that a person may have meant by a text that names none. */
export function nearestLabel(text: string): string | undefined {
  const near = nearestField(text)?.path;
  return near === undefined || !fieldAt(near) ? undefined : labelOf(near);
}
