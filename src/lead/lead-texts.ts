import { finder, type Personal } from "../base/finding.ts";
import { listed } from "../base/sentence.ts";
import { fieldAt } from "./field-catalogue.ts";

/** Signs that a lead is a test. */
export type TestSign = "name" | "email" | "address" | "phone";

const SIGN_WORDS: Readonly<Record<TestSign, string>> = {
  name: "name",
  email: "e-mail",
  address: "address",
  phone: "phone",
};

/** Findings about a lead, whatever sheet it comes from. */
export const LEAD_TEXTS = {
  // V1 to V5: they say the same as the service does.
  "unit-number-missing": () => "Required for condo properties",
  "property-units-missing": () => "Required for multi-unit properties",
  "occupancy-missing": () => "Required for investment properties",
  "rent-missing": () => "Required for non-vacant investment properties",
  "email-invalid": () => "Invalid email",
  // Needed next, once an issue is settled.
  "rent-missing-next": () => "Needed too, unless the property is vacant",

  // The interface leaves these open.
  "value-missing": () => "No value: the service may refuse the lead without one",
  "value-unknown": ({ field }: { field: string }) =>
    `Not one of the known values (${fieldAt(field)?.shownValues?.join(", ")}): the service may refuse it`,
  "email-unusual": () => "Unusual e-mail address: the service may refuse it",

  // Values that do not fit together.
  "zip-elsewhere": ({ zip, state }: { zip: Personal; state: Personal }) =>
    `${zip.personal} is not a ZIP code of ${state.personal}: both are sent as they are`,
  "units-unlikely": ({ units, buildingType }: { units: Personal; buildingType: Personal }) =>
    `${units.personal} and the building type ${buildingType.personal} do not fit together: both are sent as they are`,
  "rent-of-nothing": () => "0 is the rent of a home that is let: both are sent as they are",
  "rent-of-vacant": ({ rent }: { rent: Personal }) =>
    `${rent.personal} is the rent of a home that is vacant: both are sent as they are`,
  "rent-of-own-home": ({ rent }: { rent: Personal }) =>
    `${rent.personal} is a rent for the applicant's own home, and may be what the applicant pays: it is sent as it is`,

  "test-row": ({ signs }: { signs: readonly TestSign[] }) =>
    `Looks like a test, by its ${listed(signs.map((sign) => SIGN_WORDS[sign]))}: it is held back until you decide to send it`,
};

export const leadFinding = finder(LEAD_TEXTS);
