import { FIELDS, fieldAt } from "../../lead/field-catalogue.ts";
import { byName, headerKey, namesOf, nearestField } from "../headers/header-meaning.ts";
import { COMPOSITE_PATHS, type CompositePath, targetAt } from "./column-reading.ts";

const COMPOSITE_LABELS: Readonly<Record<CompositePath, string>> = {
  "contactInfo.fullName": "First and last name",
  "contactInfo.contact": "E-mail and telephone number",
  "address.fullAddress": "The property's whole address",
  "address.cityStateZip": "City, state and zip of the property",
  "address.street2": "Second line of the property's address",
  "address.houseNumber": "House number of the property, in front of its street",
  "address.streetSuffix": "Street suffix of the property, behind its street",
  "residentialAddress.fullAddress": "The applicant's own whole address",
  "residentialAddress.cityStateZip": "City, state and zip of the applicant's own address",
  "residentialAddress.street2": "Second line of the applicant's own address",
  "residentialAddress.houseNumber": "House number of the applicant's own address, in front of its street",
  "residentialAddress.streetSuffix": "Street suffix of the applicant's own address, behind its street",
};

/** What people call a target. Two addresses stand in a lead, so that a part of the property's says whose it is. */
export function labelOf(path: string): string {
  const target = targetAt(path);
  if (!target) return path;
  if (target.kind === "composite") return COMPOSITE_LABELS[target.path];
  const { label } = target.field;
  return path.startsWith("address.") ? `${label} of the property` : label;
}

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
