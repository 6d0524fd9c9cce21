import { capital } from "../base/sentence.ts";
/** How a cell's text becomes the field's JSON value. */
export type FieldType = "text" | "integer" | "number" | "boolean";

/**
 * What it means when a field is absent.
 *
 * - `optional`: the interface says that it may be.
 * - `conditional`: a rule (V1 to V4) decides.
 * - `required`: rule V5.
 * - `not-shown`: nobody knows, so its absence is sent as it is, with a warning.
 */
export type Absence = "optional" | "conditional" | "required" | "not-shown";

/** One entry of the lead: the single table behind headers, templates, docs and messages. */
export interface Field {
  /** Canonical path in the lead, outermost name first, joined by dots. */
  path: string;
  type: FieldType;
  /** The values that the interface shows; its full list is not shown, so others only warn. */
  shownValues?: readonly string[];
  /** The column's name, for people. */
  label: string;
  /** Some of the other headers that mean this field, for people to see. Headers are read by their words. */
  otherHeaders: readonly string[];
  absence: Absence;
  /** One sentence for the template and the field list. */
  note: string;
  /** Values as a person writes them in a cell. */
  example: string;
}

/** In the order in which a lead is sent. */
export const FIELDS: readonly Field[] = [
  field("affiliateId", "Affiliate ID", {
    absence: "optional",
    note: "Your own reference for the lead.",
    example: "HB-1001",
    otherHeaders: ["Affiliate", "Partner Reference", "Reference Number", "Lead ID", "External ID"],
  }),
  field("buildingType", "Building Type", {
    shownValues: ["singleFamily", "multiUnit", "condo", "townhouse"],
    note: "Kind of building.",
    example: "Single family",
    otherHeaders: [
      "Property Type",
      "Home Type",
      "Dwelling Type",
      "Structure Type",
      "Bldg Type",
      "Tipo de propiedad",
    ],
  }),
  field("propertyUnits", "Property Units", {
    type: "integer",
    absence: "conditional",
    note: "Number of units; needed when the building type is multi unit.",
    example: "3",
    otherHeaders: ["Units", "# Units", "Number of Units", "No. of Units", "Unit Count"],
  }),
  field("loanPurpose", "Loan Purpose", {
    shownValues: ["debtConsolidation", "investment", "homeImprovement"],
    note: "What the loan is for.",
    example: "Home improvement",
    otherHeaders: ["Purpose", "Purpose of Loan", "Reason for Loan", "Use of Funds", "Loan Purp"],
  }),
  field("propertyUsage", "Property Usage", {
    shownValues: ["primaryResidence", "investment", "secondHome"],
    note: "How the property is used.",
    example: "Primary residence",
    otherHeaders: ["Usage", "Property Use", "Occupancy Type", "Property Will Be", "Uso de la propiedad"],
  }),
  field("contactInfo.firstName", "First Name", {
    note: "The applicant's first name.",
    example: "Jane",
    otherHeaders: ["First", "FName", "Given Name", "Borrower First Name", "B1 First Name", "Primer nombre"],
  }),
  field("contactInfo.lastName", "Last Name", {
    note: "The applicant's last name.",
    example: "Doe",
    otherHeaders: ["Last", "LName", "Surname", "Applicant Last Name", "Borr Last Name", "Apellido"],
  }),
  field("contactInfo.email", "Email", {
    absence: "required",
    note: "The applicant's e-mail address; one quote per address.",
    example: "jane.doe@example.com",
    otherHeaders: ["E-mail", "Email Address", "Primary Email", "Borrower Email", "Correo electrónico"],
  }),
  field("contactInfo.phone", "Phone", {
    note: "The applicant's telephone number, sent as typed.",
    example: "+1-206-555-0100",
    otherHeaders: ["Phone Number", "Mobile", "Cell Phone", "Home Phone", "Borrower Phone", "Teléfono"],
  }),
  field("address.street", "Street", {
    note: "Street of the property.",
    example: "4127 Fern Hollow Way",
    otherHeaders: [
      "Property Address",
      "Subject Property Street",
      "Subj Prop Addr",
      "Street (Property)",
      "Calle",
    ],
  }),
  field("address.city", "City", {
    note: "City of the property.",
    example: "Seattle",
    otherHeaders: ["Property City", "Subject City", "City/Town", "Ciudad"],
  }),
  field("address.state", "State", {
    note: "State of the property, as its two-letter abbreviation.",
    example: "WA",
    otherHeaders: ["Property State", "Prop ST", "State/Province", "Estado"],
  }),
  field("address.zip", "Zip", {
    note: "Postal code of the property.",
    example: "98115",
    otherHeaders: ["Zip Code", "Postal Code", "Property Zip", "Zip of Subject Property", "Código postal"],
  }),
  field("address.county", "County", {
    absence: "optional",
    note: "County of the property.",
    example: "King",
    otherHeaders: ["Property County", "County Name", "Condado"],
  }),
  field("address.unitNumber", "Unit Number", {
    type: "number",
    absence: "conditional",
    note: "Number of the unit; needed when the building type is condo.",
    example: "12",
    otherHeaders: ["Unit", "Unit #", "Apt", "Suite", "Property Unit"],
  }),
  field("residentialAddress.street", "Residential Street", {
    note: "Street where the applicant lives.",
    example: "88 Whetstone Road",
    otherHeaders: ["Home Address", "Current Address", "Present Address", "Borrower Address"],
  }),
  field("residentialAddress.city", "Residential City", {
    note: "City where the applicant lives.",
    example: "Columbus",
    otherHeaders: ["Home City", "Current City", "Borrower City"],
  }),
  field("residentialAddress.state", "Residential State", {
    note: "State where the applicant lives, as its two-letter abbreviation.",
    example: "OH",
    otherHeaders: ["Home State", "State of Residence", "Borrower State"],
  }),
  field("residentialAddress.zip", "Residential Zip", {
    note: "Postal code where the applicant lives.",
    example: "43215",
    otherHeaders: ["Home Zip", "Current Zip", "Residential Postal Code"],
  }),
  field("statedInformation.rentalOccupancy", "Rental Occupancy", {
    absence: "conditional",
    shownValues: ["longTerm", "vacant"],
    note: "Whether the property is let; needed when the property usage is investment.",
    example: "Long term",
    otherHeaders: ["Rental Status", "Tenancy", "Lease Status", "Occupancy of Rental"],
  }),
  field("statedInformation.monthlyRentalIncome", "Monthly Rental Income", {
    type: "number",
    absence: "conditional",
    note: "Monthly rent; needed when an investment property is not vacant.",
    example: "1850.50",
    otherHeaders: [
      "Monthly Rent",
      "Mo. Rent",
      "Rent",
      "Rental Income",
      "Gross Monthly Rent",
      "Renta mensual",
    ],
  }),
  field("listedForSaleIn6Months", "Listed For Sale In 6 Months", {
    type: "boolean",
    note: "Declaration: yes or no, never assumed.",
    example: "No",
    otherHeaders: [
      "Listed For Sale",
      "Listed in last 6 months",
      "Has the property been listed for sale in the last 6 months?",
    ],
  }),
  field("purchasedOrSubjectToMortgageIn6Months", "Purchased Or Subject To Mortgage In 6 Months", {
    type: "boolean",
    note: "Declaration: yes or no, never assumed.",
    example: "No",
    otherHeaders: ["Purchased or Mortgaged", "Purchased or mortgaged in last 6 mos"],
  }),
  field("liabilitiesIn4Years", "Liabilities In 4 Years", {
    type: "boolean",
    note: "Declaration: yes or no, never assumed.",
    example: "Yes",
    otherHeaders: ["Liabilities", "Liabilities in last 4 years"],
  }),
];

type FieldParts = Pick<Field, "note" | "example" | "otherHeaders"> & Partial<Field>;

/** Most fields are texts, and of most nobody knows whether the service wants them. */
function field(path: string, label: string, parts: FieldParts): Field {
  return { path, label, type: "text", absence: "not-shown", ...parts };
}

const FIELD_BY_PATH: ReadonlyMap<string, Field> = new Map(FIELDS.map((field) => [field.path, field]));

/** The field at a canonical path such as `contactInfo.email`. */
export function fieldAt(path: string): Field | undefined {
  return FIELD_BY_PATH.get(path);
}

/**
 * A value of a field as people read it: `Single family`, `Yes`, `2`.
 *
 * @param path Of the field; its shown values are identifiers, and anything else stands for itself.
 */
export function valueLabel(path: string, value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const isShown = fieldAt(path)?.shownValues?.includes(String(value)) === true;
  if (!isShown) return String(value);
  return capital(String(value).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}

/** The known values of a field as people read them; none where anything may stand. */
export function valueLabels({ path, type, shownValues = [] }: Field): string[] {
  const values = type === "boolean" ? [true, false] : shownValues;
  return values.map((value) => valueLabel(path, value));
}

/** When a field is needed, in a few words. */
export const NEED_WORDS: Readonly<Record<Absence, string>> = {
  optional: "Optional",
  conditional: "In that case",
  required: "Needed",
  "not-shown": "Not known: fill it in if you can",
};

/** Describes in a few words what a field holds. */
export const KIND_WORDS: Readonly<Record<Field["type"], string>> = {
  text: "Text",
  integer: "A whole number",
  number: "A number",
  boolean: "Yes or no",
};
