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
  /** What a person reads as the column's name. */
  label: string;
  /** Other headers that mean this field. Case, spaces and punctuation do not count. */
  aliases: readonly string[];
  absence: Absence;
  /** One sentence for the template and the field list. */
  note: string;
}

/** In the order in which a lead is sent. */
export const FIELDS: readonly Field[] = [
  {
    path: "affiliateId",
    type: "text",
    label: "Affiliate ID",
    aliases: [
      "Affiliate",
      "Affiliate Reference",
      "Affiliate Ref",
      "Reference",
      "Reference ID",
      "Reference Number",
      "Ref",
      "Ref No",
      "Partner Reference",
      "Partner Lead ID",
      "Lead ID",
      "Lead Number",
      "External ID",
      "External Reference",
      "Record ID",
    ],
    absence: "optional",
    note: "Your own reference for the lead.",
  },
  {
    path: "buildingType",
    type: "text",
    shownValues: ["singleFamily", "multiUnit", "condo", "townhouse"],
    label: "Building Type",
    aliases: [
      "Property Type",
      "Type of Property",
      "Type of Building",
      "Home Type",
      "Dwelling Type",
      "Structure Type",
    ],
    absence: "not-shown",
    note: "Kind of building.",
  },
  {
    path: "propertyUnits",
    type: "integer",
    label: "Property Units",
    aliases: [
      "Units",
      "Number of Units",
      "No of Units",
      "Num Units",
      "# of Units",
      "Unit Count",
      "Total Units",
      "Number of Property Units",
    ],
    absence: "conditional",
    note: "Number of units; needed when the building type is multiUnit.",
  },
  {
    path: "loanPurpose",
    type: "text",
    shownValues: ["debtConsolidation", "investment", "homeImprovement"],
    label: "Loan Purpose",
    aliases: ["Purpose", "Purpose of Loan", "Loan Reason", "Reason for Loan"],
    absence: "not-shown",
    note: "What the loan is for.",
  },
  {
    path: "propertyUsage",
    type: "text",
    shownValues: ["primaryResidence", "investment", "secondHome"],
    label: "Property Usage",
    aliases: ["Usage", "Use of Property", "Property Use", "Occupancy Type", "Property Occupancy"],
    absence: "not-shown",
    note: "How the property is used.",
  },
  {
    path: "contactInfo.firstName",
    type: "text",
    label: "First Name",
    aliases: [
      "First",
      "FName",
      "Forename",
      "Given Name",
      "Applicant First Name",
      "Borrower First Name",
      "Contact First Name",
      "Customer First Name",
      "Client First Name",
    ],
    absence: "not-shown",
    note: "The applicant's first name.",
  },
  {
    path: "contactInfo.lastName",
    type: "text",
    label: "Last Name",
    aliases: [
      "Last",
      "LName",
      "Surname",
      "Family Name",
      "Applicant Last Name",
      "Borrower Last Name",
      "Contact Last Name",
      "Customer Last Name",
      "Client Last Name",
    ],
    absence: "not-shown",
    note: "The applicant's last name.",
  },
  {
    path: "contactInfo.email",
    type: "text",
    label: "Email",
    aliases: [
      "E-mail",
      "Email Address",
      "E-mail Address",
      "Email ID",
      "Email 1",
      "Primary Email",
      "Contact Email",
      "Contact Email Address",
      "Applicant Email",
      "Applicant Email Address",
      "Borrower Email",
      "Customer Email",
      "Client Email",
    ],
    absence: "required",
    note: "The applicant's e-mail address; one quote per address.",
  },
  {
    path: "contactInfo.phone",
    type: "text",
    label: "Phone",
    aliases: [
      "Phone Number",
      "Phone No",
      "Phone #",
      "Phone 1",
      "Primary Phone",
      "Telephone",
      "Telephone Number",
      "Tel",
      "Contact Phone",
      "Contact Number",
      "Applicant Phone",
      "Borrower Phone",
      "Customer Phone",
      "Client Phone",
      "Mobile",
      "Mobile Phone",
      "Mobile Number",
      "Cell",
      "Cell Phone",
      "Cell Number",
      "Cellphone",
      "Home Phone",
    ],
    absence: "not-shown",
    note: "The applicant's telephone number, sent as typed.",
  },
  {
    path: "address.street",
    type: "text",
    label: "Street",
    aliases: ["Street Address", "Address Line 1", "Property Street", "Property Address"],
    absence: "not-shown",
    note: "Street of the property.",
  },
  {
    path: "address.city",
    type: "text",
    label: "City",
    aliases: ["Town", "City/Town", "Property City"],
    absence: "not-shown",
    note: "City of the property.",
  },
  {
    path: "address.state",
    type: "text",
    label: "State",
    aliases: ["State Code", "State/Province", "State/Region", "Property State"],
    absence: "not-shown",
    note: "State of the property, as its two-letter abbreviation.",
  },
  {
    path: "address.zip",
    type: "text",
    label: "Zip",
    aliases: [
      "Zip Code",
      "Zipcode",
      "ZIP 5",
      "Postal Code",
      "Postcode",
      "Zip/Postal",
      "Zip/Postal Code",
      "Property Zip",
      "Property Zip Code",
    ],
    absence: "not-shown",
    note: "Postal code of the property.",
  },
  {
    path: "address.county",
    type: "text",
    label: "County",
    aliases: ["County Name", "Property County"],
    absence: "optional",
    note: "County of the property.",
  },
  {
    path: "address.unitNumber",
    type: "number",
    label: "Unit Number",
    aliases: [
      "Unit",
      "Unit #",
      "Unit No",
      "Unit Num",
      "Apt",
      "Apt #",
      "Apt No",
      "Apartment",
      "Apartment Number",
      "Property Unit Number",
      "Property Unit",
    ],
    absence: "conditional",
    note: "Number of the unit; needed when the building type is condo.",
  },
  {
    path: "residentialAddress.street",
    type: "text",
    label: "Residential Street",
    aliases: [
      "Residence Street",
      "Home Street",
      "Current Street",
      "Residential Address",
      "Residence Address",
      "Home Address",
      "Current Address",
    ],
    absence: "not-shown",
    note: "Street where the applicant lives.",
  },
  {
    path: "residentialAddress.city",
    type: "text",
    label: "Residential City",
    aliases: ["Residence City", "Home City", "Current City"],
    absence: "not-shown",
    note: "City where the applicant lives.",
  },
  {
    path: "residentialAddress.state",
    type: "text",
    label: "Residential State",
    aliases: ["Residence State", "Home State", "Current State"],
    absence: "not-shown",
    note: "State where the applicant lives, as its two-letter abbreviation.",
  },
  {
    path: "residentialAddress.zip",
    type: "text",
    label: "Residential Zip",
    aliases: ["Residential Zip Code", "Residential Postal Code", "Residence Zip", "Home Zip", "Current Zip"],
    absence: "not-shown",
    note: "Postal code where the applicant lives.",
  },
  {
    path: "statedInformation.rentalOccupancy",
    type: "text",
    shownValues: ["longTerm", "vacant"],
    label: "Rental Occupancy",
    aliases: ["Rental Status", "Occupancy of Rental", "Tenancy"],
    absence: "conditional",
    note: "Whether the property is let; needed when the property usage is investment.",
  },
  {
    path: "statedInformation.monthlyRentalIncome",
    type: "number",
    label: "Monthly Rental Income",
    aliases: [
      "Monthly Rent",
      "Rental Income",
      "Rent",
      "Rent Per Month",
      "Monthly Rental",
      "Gross Monthly Rent",
    ],
    absence: "conditional",
    note: "Monthly rent; needed when an investment property is not vacant.",
  },
  {
    path: "listedForSaleIn6Months",
    type: "boolean",
    label: "Listed For Sale In 6 Months",
    aliases: [
      "Listed For Sale",
      "Listed For Sale In Last 6 Months",
      "Listed For Sale In The Last 6 Months",
      "Listed For Sale In Past 6 Months",
      "Listed For Sale Within 6 Months",
      "Listed In Last 6 Months",
      "Listed For Sale 6 Months",
    ],
    absence: "not-shown",
    note: "Declaration: yes or no, never assumed.",
  },
  {
    path: "purchasedOrSubjectToMortgageIn6Months",
    type: "boolean",
    label: "Purchased Or Subject To Mortgage In 6 Months",
    aliases: [
      "Purchased Or Mortgaged In 6 Months",
      "Purchased Or Mortgaged In Last 6 Months",
      "Purchased Or Subject To Mortgage In Last 6 Months",
      "Purchased Or Subject To Mortgage In The Last 6 Months",
      "Purchased Or Subject To A Mortgage In 6 Months",
      "Purchased Or Subject To Mortgage",
    ],
    absence: "not-shown",
    note: "Declaration: yes or no, never assumed.",
  },
  {
    path: "liabilitiesIn4Years",
    type: "boolean",
    label: "Liabilities In 4 Years",
    aliases: [
      "Liabilities",
      "Liabilities In Last 4 Years",
      "Liabilities In The Last 4 Years",
      "Liabilities In Past 4 Years",
      "Liabilities Within 4 Years",
    ],
    absence: "not-shown",
    note: "Declaration: yes or no, never assumed.",
  },
];

const FIELD_BY_PATH: ReadonlyMap<string, Field> = new Map(FIELDS.map((field) => [field.path, field]));

/** The field at a canonical path such as `contactInfo.email`. */
export function fieldAt(path: string): Field | undefined {
  return FIELD_BY_PATH.get(path);
}
