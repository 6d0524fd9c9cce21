/**
 * Other headers that mean a field, by its path. Case, spaces and punctuation do not count. What people put
 * in front of a part (`Property`, `Borrower`) is not listed here: see {@link prefixedAliases}.
 */
export const HEADER_ALIASES = {
  affiliateId: listed(
    "Affiliate | Affiliate Reference | Affiliate Ref | Reference | Reference ID",
    "Reference Number | Partner Reference | Partner Lead ID | Lead ID",
    "Lead Number | External ID | External Reference",
  ),
  buildingType: listed(
    "Property Type | Type of Property | Type of Building | Home Type | Dwelling Type",
    "Structure Type",
  ),
  propertyUnits: listed(
    "Units | Number of Units | No of Units | Num Units | # of Units | Unit Count | Total Units",
    "Number of Property Units",
  ),
  loanPurpose: listed("Purpose | Purpose of Loan | Loan Reason | Reason for Loan"),
  propertyUsage: listed("Usage | Use of Property | Property Use | Occupancy Type | Property Occupancy"),
  "contactInfo.firstName": listed(
    "First | FName | Forename | Given Name | Applicant First Name | Borrower First Name",
    "Contact First Name | Customer First Name | Client First Name",
  ),
  "contactInfo.lastName": listed(
    "Last | LName | Surname | Family Name | Applicant Last Name | Borrower Last Name",
    "Contact Last Name | Customer Last Name | Client Last Name",
  ),
  "contactInfo.email": listed(
    "E-mail | Email Address | E-mail Address | Email ID | Email 1 | Primary Email",
    "Contact Email | Contact Email Address | Applicant Email | Applicant Email Address",
    "Borrower Email | Customer Email | Client Email",
  ),
  "contactInfo.phone": listed(
    "Phone Number | Phone No | Phone # | Phone 1 | Primary Phone | Telephone | Telephone Number",
    "Tel | Contact Phone | Contact Number | Applicant Phone | Borrower Phone | Customer Phone",
    "Client Phone | Mobile | Mobile Phone | Mobile Number | Cell | Cell Phone | Cell Number",
    "Cellphone | Home Phone",
  ),
  "address.street": listed("Street Address | Address Line 1 | Property Street | Property Address"),
  "address.city": listed("Town | City/Town | Property City"),
  "address.state": listed("State Code | State/Province | State/Region | Property State"),
  "address.zip": listed(
    "Zip Code | Zipcode | ZIP 5 | Postal Code | Postcode | Zip/Postal | Zip/Postal Code",
    "Property Zip | Property Zip Code",
  ),
  "address.county": listed("County Name | Property County"),
  "address.unitNumber": listed(
    "Unit | Unit # | Unit No | Unit Num | Apt | Apt # | Apt No | Apartment | Apartment Number",
    "Property Unit Number | Property Unit",
  ),
  "residentialAddress.street": listed(
    "Residence Street | Home Street | Current Street | Residential Address | Residence Address",
    "Home Address | Current Address",
  ),
  "residentialAddress.city": listed("Residence City | Home City | Current City"),
  "residentialAddress.state": listed("Residence State | Home State | Current State"),
  "residentialAddress.zip": listed(
    "Residential Zip Code | Residential Postal Code | Residence Zip | Home Zip | Current Zip",
  ),
  "statedInformation.rentalOccupancy": listed("Rental Status | Occupancy of Rental | Tenancy"),
  "statedInformation.monthlyRentalIncome": listed(
    "Monthly Rent | Rental Income | Rent | Rent Per Month | Monthly Rental | Gross Monthly Rent",
  ),
  listedForSaleIn6Months: listed(
    "Listed For Sale | Listed For Sale In Last 6 Months | Listed For Sale In The Last 6 Months",
    "Listed For Sale In Past 6 Months | Listed For Sale Within 6 Months",
    "Listed In Last 6 Months | Listed For Sale 6 Months",
  ),
  purchasedOrSubjectToMortgageIn6Months: listed(
    "Purchased Or Mortgaged | Purchased Or Mortgaged In 6 Months",
    "Purchased Or Mortgaged In Last 6 Months | Purchased Or Mortgaged In The Last 6 Months",
    "Purchased Or Subject To Mortgage In Last 6 Months",
    "Purchased Or Subject To Mortgage In The Last 6 Months",
    "Purchased Or Subject To A Mortgage In 6 Months | Purchased Or Subject To Mortgage",
  ),
  liabilitiesIn4Years: listed(
    "Liabilities | Liabilities In Last 4 Years | Liabilities In The Last 4 Years",
    "Liabilities In Past 4 Years | Liabilities Within 4 Years",
  ),
} as const;

function listed(...lines: string[]): readonly string[] {
  return lines.flatMap((line) => line.split(" | "));
}

/** What people and their systems write before a part to say whose it is. */
const PREFIXES_BY_GROUP: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "address",
    ["Property", "Property Address", "Subject Property", "Subject Property Address", "Subject", "Collateral"],
  ],
  [
    "contactInfo",
    [
      "Lead",
      "Contact",
      "Primary Contact",
      "Applicant",
      "Primary Applicant",
      "Borrower",
      "Primary Borrower",
      "Customer",
      "Client",
      "Person",
    ],
  ],
  [
    "residentialAddress",
    [
      "Residential",
      "Residential Address",
      "Residence",
      "Residence Address",
      "Home",
      "Home Address",
      "Current",
      "Current Address",
      "Current Residence",
      "Primary Residence",
      "Applicant",
      "Applicant Address",
      "Borrower",
      "Borrower Address",
    ],
  ],
]);

const PART_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["firstName", ["First Name", "First", "Given Name"]],
  ["lastName", ["Last Name", "Last", "Surname", "Family Name"]],
  ["email", ["Email", "Email Address"]],
  ["phone", ["Phone", "Phone Number", "Telephone", "Mobile", "Mobile Phone", "Cell", "Cell Phone"]],
  [
    "street",
    [
      "Street",
      "Street Address",
      "Street Name",
      "Address",
      "Address Line 1",
      "Address 1",
      "Line 1",
      "Addr",
      "Addr 1",
    ],
  ],
  ["city", ["City", "Town", "City/Town"]],
  ["state", ["State", "State Code", "State/Province", "ST"]],
  [
    "zip",
    ["Zip", "Zip Code", "ZIP 5", "Postal Code", "Postcode", "Zip/Postal", "Zip/Postal Code", "ZIP/Postcode"],
  ],
  ["county", ["County", "County Name"]],
  [
    "unitNumber",
    ["Unit", "Unit #", "Unit No", "Unit Number", "Apt", "Apt #", "Apartment", "Apartment Number", "Suite"],
  ],
]);

/**
 * Every combination of whose it is and which part of it: too many to list one by one.
 *
 * @param path Of the field, as in `address.city`.
 */
export function prefixedAliases(path: string): string[] {
  const [group = "", part = ""] = path.split(".");
  const names = PART_NAMES.get(part) ?? [];
  return (PREFIXES_BY_GROUP.get(group) ?? []).flatMap((prefix) => names.map((name) => `${prefix} ${name}`));
}
