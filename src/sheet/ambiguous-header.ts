import { headerKey } from "./header-key.ts";

interface Ambiguity {
  headers: readonly string[];
  /** The fields that it may mean. */
  paths: readonly string[];
  advice: string;
}

const AMBIGUITIES: readonly Ambiguity[] = [
  {
    headers: ["Address", "Full Address", "Address 1", "Addr", "Location"],
    paths: ["address.street", "residentialAddress.street"],
    advice: 'Write "Street" for the property\'s street, or "Residential Street" for the applicant\'s own.',
  },
  {
    headers: ["Occupancy", "Occupancy Status", "Occupied"],
    paths: ["propertyUsage", "statedInformation.rentalOccupancy"],
    advice:
      'Write "Property Usage" (primaryResidence, investment, secondHome) or "Rental Occupancy" (longTerm, vacant).',
  },
  {
    headers: ["Investment"],
    paths: ["loanPurpose", "propertyUsage"],
    advice: 'Write "Loan Purpose" or "Property Usage".',
  },
];

const BY_KEY: ReadonlyMap<string, Ambiguity> = new Map(
  AMBIGUITIES.flatMap((ambiguity) =>
    ambiguity.headers.map((header): [string, Ambiguity] => [headerKey(header), ambiguity]),
  ),
);

/**
 * What to write instead of a header that may mean one field or another.
 *
 * @param isFed Whether a field, by its path, has a column of its own.
 * @returns `undefined` when the header means one thing, or when both fields are fed without it.
 */
export function ambiguousHeaderAdvice(header: string, isFed: (path: string) => boolean): string | undefined {
  const ambiguity = BY_KEY.get(headerKey(header));
  if (!ambiguity || ambiguity.paths.every(isFed)) return undefined;
  return ambiguity.advice;
}
