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
  {
    path: "affiliateId",
    type: "text",
    label: "Affiliate ID",
    otherHeaders: ["Affiliate", "Partner Reference", "Reference Number", "Lead ID", "External ID"],
    absence: "optional",
    note: "Your own reference for the lead.",
    example: "HB-1001",
  },
  {
    path: "buildingType",
    type: "text",
    shownValues: ["singleFamily", "multiUnit", "condo", "townhouse"],
    label: "Building Type",
    otherHeaders: [
      "Property Type",
      "Home Type",
      "Dwelling Type",
      "Structure Type",
      "Bldg Type",
      "Tipo de propiedad",
    ],
    absence: "not-shown",
    note: "Kind of building.",
    example: "Single family",
  },
  {
    path: "propertyUnits",
    type: "integer",
    label: "Property Units",
    otherHeaders: ["Units", "# Units", "Number of Units", "No. of Units", "Unit Count"],
    absence: "conditional",
    note: "Number of units; needed when the building type is multi unit.",
    example: "3",
  },
  {
    path: "loanPurpose",
    type: "text",
    shownValues: ["debtConsolidation", "investment", "homeImprovement"],
    label: "Loan Purpose",
    otherHeaders: ["Purpose", "Purpose of Loan", "Reason for Loan", "Use of Funds", "Loan Purp"],
    absence: "not-shown",
    note: "What the loan is for.",
    example: "Home improvement",
  },
  {
    path: "propertyUsage",
    type: "text",
    shownValues: ["primaryResidence", "investment", "secondHome"],
    label: "Property Usage",
    otherHeaders: ["Usage", "Property Use", "Occupancy Type", "Property Will Be", "Uso de la propiedad"],
    absence: "not-shown",
    note: "How the property is used.",
    example: "Primary residence",
  },
  {
    path: "contactInfo.firstName",
    type: "text",
    label: "First Name",
    otherHeaders: ["First", "FName", "Given Name", "Borrower First Name", "B1 First Name", "Primer nombre"],
    absence: "not-shown",
    note: "The applicant's first name.",
    example: "Jane",
  },
  {
    path: "contactInfo.lastName",
    type: "text",
    label: "Last Name",
    otherHeaders: ["Last", "LName", "Surname", "Applicant Last Name", "Borr Last Name", "Apellido"],
    absence: "not-shown",
    note: "The applicant's last name.",
    example: "Doe",
  },
  {
    path: "contactInfo.email",
    type: "text",
    label: "Email",
    otherHeaders: ["E-mail", "Email Address", "Primary Email", "Borrower Email", "Correo electrónico"],
    absence: "required",
    note: "The applicant's e-mail address; one quote per address.",
    example: "jane.doe@example.com",
  },
  {
    path: "contactInfo.phone",
    type: "text",
    label: "Phone",
    otherHeaders: ["Phone Number", "Mobile", "Cell Phone", "Home Phone", "Borrower Phone", "Teléfono"],
    absence: "not-shown",
    note: "The applicant's telephone number, sent as typed.",
    example: "+1-206-555-0100",
  },
  {
    path: "address.street",
    type: "text",
    label: "Street",
    otherHeaders: [
      "Property Address",
      "Subject Property Street",
      "Subj Prop Addr",
      "Street (Property)",
      "Calle",
    ],
    absence: "not-shown",
    note: "Street of the property.",
    example: "4127 Fern Hollow Way",
  },
  {
    path: "address.city",
    type: "text",
    label: "City",
    otherHeaders: ["Property City", "Subject City", "City/Town", "Ciudad"],
    absence: "not-shown",
    note: "City of the property.",
    example: "Seattle",
  },
  {
    path: "address.state",
    type: "text",
    label: "State",
    otherHeaders: ["Property State", "Prop ST", "State/Province", "Estado"],
    absence: "not-shown",
    note: "State of the property, as its two-letter abbreviation.",
    example: "WA",
  },
  {
    path: "address.zip",
    type: "text",
    label: "Zip",
    otherHeaders: ["Zip Code", "Postal Code", "Property Zip", "Zip of Subject Property", "Código postal"],
    absence: "not-shown",
    note: "Postal code of the property.",
    example: "98115",
  },
  {
    path: "address.county",
    type: "text",
    label: "County",
    otherHeaders: ["Property County", "County Name", "Condado"],
    absence: "optional",
    note: "County of the property.",
    example: "King",
  },
  {
    path: "address.unitNumber",
    type: "number",
    label: "Unit Number",
    otherHeaders: ["Unit", "Unit #", "Apt", "Suite", "Property Unit"],
    absence: "conditional",
    note: "Number of the unit; needed when the building type is condo.",
    example: "12",
  },
  {
    path: "residentialAddress.street",
    type: "text",
    label: "Residential Street",
    otherHeaders: ["Home Address", "Current Address", "Present Address", "Borrower Address"],
    absence: "not-shown",
    note: "Street where the applicant lives.",
    example: "88 Whetstone Road",
  },
  {
    path: "residentialAddress.city",
    type: "text",
    label: "Residential City",
    otherHeaders: ["Home City", "Current City", "Borrower City"],
    absence: "not-shown",
    note: "City where the applicant lives.",
    example: "Columbus",
  },
  {
    path: "residentialAddress.state",
    type: "text",
    label: "Residential State",
    otherHeaders: ["Home State", "State of Residence", "Borrower State"],
    absence: "not-shown",
    note: "State where the applicant lives, as its two-letter abbreviation.",
    example: "OH",
  },
  {
    path: "residentialAddress.zip",
    type: "text",
    label: "Residential Zip",
    otherHeaders: ["Home Zip", "Current Zip", "Residential Postal Code"],
    absence: "not-shown",
    note: "Postal code where the applicant lives.",
    example: "43215",
  },
  {
    path: "statedInformation.rentalOccupancy",
    type: "text",
    shownValues: ["longTerm", "vacant"],
    label: "Rental Occupancy",
    otherHeaders: ["Rental Status", "Tenancy", "Lease Status", "Occupancy of Rental"],
    absence: "conditional",
    note: "Whether the property is let; needed when the property usage is investment.",
    example: "Long term",
  },
  {
    path: "statedInformation.monthlyRentalIncome",
    type: "number",
    label: "Monthly Rental Income",
    otherHeaders: [
      "Monthly Rent",
      "Mo. Rent",
      "Rent",
      "Rental Income",
      "Gross Monthly Rent",
      "Renta mensual",
    ],
    absence: "conditional",
    note: "Monthly rent; needed when an investment property is not vacant.",
    example: "1850.50",
  },
  {
    path: "listedForSaleIn6Months",
    type: "boolean",
    label: "Listed For Sale In 6 Months",
    otherHeaders: [
      "Listed For Sale",
      "Listed in last 6 months",
      "Has the property been listed for sale in the last 6 months?",
    ],
    absence: "not-shown",
    note: "Declaration: yes or no, never assumed.",
    example: "No",
  },
  {
    path: "purchasedOrSubjectToMortgageIn6Months",
    type: "boolean",
    label: "Purchased Or Subject To Mortgage In 6 Months",
    otherHeaders: ["Purchased or Mortgaged", "Purchased or mortgaged in last 6 mos"],
    absence: "not-shown",
    note: "Declaration: yes or no, never assumed.",
    example: "No",
  },
  {
    path: "liabilitiesIn4Years",
    type: "boolean",
    label: "Liabilities In 4 Years",
    otherHeaders: ["Liabilities", "Liabilities in last 4 years"],
    absence: "not-shown",
    note: "Declaration: yes or no, never assumed.",
    example: "Yes",
  },
];

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
