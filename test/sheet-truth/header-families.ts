/**
 * How systems and people head the columns of a sheet of leads, from their field lists and exports. Each family can
 * name every concept; an address is named with a mark or without.
 */

export type Concept = PersonPart | PlacePart | Fact;
export type PersonPart = "firstName" | "lastName" | "email" | "phone";
export type PlacePart = `property.${AddressPart}` | `home.${AddressPart}`;
export type AddressPart = "street" | "city" | "state" | "zip";
export type Fact = "buildingType" | "propertyUsage" | "loanPurpose" | "rent" | "listed" | "liabilities";

export const PERSON = ["firstName", "lastName", "email", "phone"] as const;
export const ADDRESS = ["street", "city", "state", "zip"] as const;
export const FACTS = [
  "buildingType",
  "propertyUsage",
  "loanPurpose",
  "rent",
  "listed",
  "liabilities",
] as const;

export interface HeaderFamily {
  person: Readonly<Record<PersonPart, string>>;
  /** Of first and last name in one column. */
  fullName: string;
  /** A part of an address that is marked as the property's, as the residence, or by nothing. */
  property: Readonly<Record<AddressPart, string>>;
  home: Readonly<Record<AddressPart, string>>;
  unmarked: Readonly<Record<AddressPart, string>>;
  facts: Readonly<Record<Fact, string>>;
  coBorrower: Readonly<Record<PersonPart, string>>;
  loanOfficer: Readonly<Record<Exclude<PersonPart, "firstName" | "lastName">, string>>;
  language?: "es";
}

const four = ([street, city, state, zip]: readonly string[]) => ({ street, city, state, zip }) as Parts;
const who = ([firstName, lastName, email, phone]: readonly string[]) =>
  ({ firstName, lastName, email, phone }) as HeaderFamily["person"];
const facts = ([buildingType, propertyUsage, loanPurpose, rent, listed, liabilities]: readonly string[]) =>
  ({ buildingType, propertyUsage, loanPurpose, rent, listed, liabilities }) as HeaderFamily["facts"];
type Parts = Readonly<Record<AddressPart, string>>;

export const FAMILIES: Readonly<Record<string, HeaderFamily>> = {
  "catalogue labels": {
    person: who(["First Name", "Last Name", "Email", "Phone"]),
    fullName: "Full Name",
    property: four(["Property Street", "Property City", "Property State", "Property Zip"]),
    home: four(["Residential Street", "Residential City", "Residential State", "Residential Zip"]),
    unmarked: four(["Street", "City", "State", "Zip"]),
    facts: facts([
      "Building Type",
      "Property Usage",
      "Loan Purpose",
      "Monthly Rental Income",
      "Listed For Sale In 6 Months",
      "Liabilities In 4 Years",
    ]),
    coBorrower: who([
      "Co-Borrower First Name",
      "Co-Borrower Last Name",
      "Co-Borrower Email",
      "Co-Borrower Phone",
    ]),
    loanOfficer: { email: "Loan Officer Email", phone: "Loan Officer Phone" },
  },
  "Salesforce labels": {
    person: who(["First Name", "Last Name", "Email", "Mobile"]),
    fullName: "Name",
    property: four([
      "Subject Property Street",
      "Subject Property City",
      "Subject Property State/Province",
      "Subject Property Zip/Postal Code",
    ]),
    home: four(["Home Street", "Home City", "Home State/Province", "Home Zip/Postal Code"]),
    unmarked: four(["Street", "City", "State/Province", "Zip/Postal Code"]),
    facts: facts([
      "Property Type",
      "Occupancy",
      "Loan Purpose",
      "Monthly Rent",
      "Listed for Sale in Last 6 Months",
      "Liabilities in Last 4 Years",
    ]),
    coBorrower: who([
      "Co-Borrower: First Name",
      "Co-Borrower: Last Name",
      "Co-Borrower: Email",
      "Co-Borrower: Mobile",
    ]),
    loanOfficer: { email: "Lead Owner Email", phone: "Lead Owner Phone" },
  },
  "Salesforce API names": {
    person: who(["FirstName", "LastName", "Email", "MobilePhone"]),
    fullName: "Name",
    property: four(["Property_Street__c", "Property_City__c", "Property_State__c", "Property_Zip__c"]),
    home: four(["Home_Street__c", "Home_City__c", "Home_State__c", "Home_Zip__c"]),
    unmarked: four(["Street", "City", "State", "PostalCode"]),
    facts: facts([
      "Property_Type__c",
      "Property_Use__c",
      "Loan_Purpose__c",
      "Monthly_Rent__c",
      "Listed_For_Sale_6_Months__c",
      "Liabilities_4_Years__c",
    ]),
    coBorrower: who([
      "Co_Borrower_First_Name__c",
      "Co_Borrower_Last_Name__c",
      "Co_Borrower_Email__c",
      "Co_Borrower_Phone__c",
    ]),
    loanOfficer: { email: "Loan_Officer_Email__c", phone: "Loan_Officer_Phone__c" },
  },
  "HubSpot internal names": {
    person: who(["firstname", "lastname", "email", "mobilephone"]),
    fullName: "full_name",
    property: four(["property_street", "property_city", "property_state", "property_zip"]),
    home: four(["home_street", "home_city", "home_state", "home_zip"]),
    unmarked: four(["address", "city", "state", "zip"]),
    facts: facts([
      "property_type",
      "property_usage",
      "loan_purpose",
      "monthly_rental_income",
      "listed_for_sale_last_6_months",
      "liabilities_last_4_years",
    ]),
    coBorrower: who(["coborrower_firstname", "coborrower_lastname", "coborrower_email", "coborrower_phone"]),
    loanOfficer: { email: "loan_officer_email", phone: "loan_officer_phone" },
  },
  Encompass: {
    person: who(["Borr First Name", "Borr Last Name", "Borr Email", "Borr Cell Phone"]),
    fullName: "Borrower Name",
    property: four([
      "Subject Property Address",
      "Subject Property City",
      "Subject Property State",
      "Subject Property Zip",
    ]),
    home: four(["Borr Present Addr", "Borr Present City", "Borr Present State", "Borr Present Zip"]),
    unmarked: four(["Address", "City", "State", "Zip"]),
    facts: facts([
      "Subject Property Type",
      "Occupancy Type",
      "Loan Purpose",
      "Gross Monthly Rent",
      "Listed for Sale Past 6 Mos",
      "Liabilities Past 4 Years",
    ]),
    coBorrower: who(["Co-Borr First Name", "Co-Borr Last Name", "Co-Borr Email", "Co-Borr Cell Phone"]),
    loanOfficer: { email: "LO Email", phone: "LO Phone" },
  },
  Velocify: {
    person: who(["FirstName", "LastName", "Email", "MobilePhone"]),
    fullName: "FullName",
    property: four(["PropertyAddress", "PropertyCity", "PropertyState", "PropertyZip"]),
    home: four(["CurrentAddress", "CurrentCity", "CurrentState", "CurrentZip"]),
    unmarked: four(["Address", "City", "State", "ZipCode"]),
    facts: facts([
      "PropertyType",
      "PropertyUse",
      "LoanPurpose",
      "MonthlyRent",
      "ListedForSaleLast6Months",
      "LiabilitiesLast4Years",
    ]),
    coBorrower: who(["CoBorrowerFirstName", "CoBorrowerLastName", "CoBorrowerEmail", "CoBorrowerPhone"]),
    loanOfficer: { email: "AgentEmail", phone: "AgentPhone" },
  },
  "hand-made abbreviations": {
    person: who(["B1 FName", "B1 LName", "B1 Email", "B1 Cell"]),
    fullName: "Borr Name",
    property: four(["Prop Addr", "Prop City", "Prop ST", "Prop Zip"]),
    home: four(["Res Addr", "Res City", "Res ST", "Res Zip"]),
    unmarked: four(["Addr", "City", "ST", "Zip"]),
    facts: facts(["Prop Type", "Occ", "Purp", "Mo. Rent", "Listed last 6 mos", "Liabs last 4 yrs"]),
    coBorrower: who(["B2 FName", "B2 LName", "B2 Email", "B2 Cell"]),
    loanOfficer: { email: "LO Email", phone: "LO Ph" },
  },
  Spanish: {
    person: who(["Nombre", "Apellido", "Correo electrónico", "Celular"]),
    fullName: "Nombre completo",
    property: four([
      "Dirección de la propiedad",
      "Ciudad de la propiedad",
      "Estado de la propiedad",
      "Código postal de la propiedad",
    ]),
    home: four(["Dirección actual", "Ciudad actual", "Estado actual", "Código postal actual"]),
    unmarked: four(["Dirección", "Ciudad", "Estado", "Código postal"]),
    facts: facts([
      "Tipo de propiedad",
      "Uso de la propiedad",
      "Propósito del préstamo",
      "Renta mensual",
      "En venta en los últimos 6 meses",
      "Deudas en los últimos 4 años",
    ]),
    coBorrower: who([
      "Nombre del cosolicitante",
      "Apellido del cosolicitante",
      "Correo del cosolicitante",
      "Celular del cosolicitante",
    ]),
    loanOfficer: { email: "Correo del agente", phone: "Teléfono del agente" },
    language: "es",
  },
  "questions of a form": {
    person: who([
      "What is your first name?",
      "What is your last name?",
      "What is your email address?",
      "What is your cell phone number?",
    ]),
    fullName: "What is your full name?",
    property: four([
      "What is the street address of the property?",
      "What city is the property in?",
      "What state is the property in?",
      "What is the property's ZIP code?",
    ]),
    home: four([
      "What is your current home street address?",
      "What city do you currently live in?",
      "What state do you currently live in?",
      "What is your home ZIP code?",
    ]),
    unmarked: four(["Street address", "City", "State", "ZIP code"]),
    facts: facts([
      "What type of property is it?",
      "How do you use the property?",
      "What is the purpose of the loan?",
      "What is the monthly rental income?",
      "Has the property been listed for sale in the last 6 months?",
      "Any liabilities in the last 4 years?",
    ]),
    coBorrower: who([
      "What is your co-borrower's first name?",
      "What is your co-borrower's last name?",
      "What is your co-borrower's email?",
      "What is your co-borrower's phone number?",
    ]),
    loanOfficer: { email: "What is your loan officer's email?", phone: "What is your loan officer's phone?" },
  },
  "camel case": {
    person: who(["borrowerFirstName", "borrowerLastName", "borrowerEmail", "borrowerMobilePhone"]),
    fullName: "borrowerName",
    property: four([
      "subjectPropertyStreet",
      "subjectPropertyCity",
      "subjectPropertyState",
      "subjectPropertyZip",
    ]),
    home: four(["currentStreet", "currentCity", "currentState", "currentZip"]),
    unmarked: four(["street", "city", "state", "zip"]),
    facts: facts([
      "propertyType",
      "occupancyType",
      "loanPurpose",
      "monthlyRent",
      "listedForSaleLast6Months",
      "liabilitiesLast4Years",
    ]),
    coBorrower: who(["coBorrowerFirstName", "coBorrowerLastName", "coBorrowerEmail", "coBorrowerPhone"]),
    loanOfficer: { email: "loanOfficerEmail", phone: "loanOfficerPhone" },
  },
};

const ENGLISH = Object.values(FAMILIES).filter(({ language }) => language === undefined);

/** A family whose headers come from all English ones, as in a sheet that several people put together. */
export function mixFamilies(chooseBelow: (count: number) => number): HeaderFamily {
  const from = <Part extends string>(headersOf: (family: HeaderFamily) => Readonly<Record<Part, string>>) => {
    const parts = Object.keys(headersOf(ENGLISH[0] as HeaderFamily)) as Part[];
    const chosen = () => headersOf(ENGLISH[chooseBelow(ENGLISH.length)] as HeaderFamily);
    return Object.fromEntries(parts.map((part) => [part, chosen()[part]])) as Record<Part, string>;
  };
  return {
    person: from(({ person }) => person),
    fullName: from(({ fullName }) => ({ fullName })).fullName,
    property: from(({ property }) => property),
    home: from(({ home }) => home),
    unmarked: from(({ unmarked }) => unmarked),
    facts: from(({ facts }) => facts),
    coBorrower: from(({ coBorrower }) => coBorrower),
    loanOfficer: from(({ loanOfficer }) => loanOfficer),
  };
}

/** Where a value goes that stands under a concept. */
export const PATHS: Readonly<Record<Concept, string>> = {
  firstName: "contactInfo.firstName",
  lastName: "contactInfo.lastName",
  email: "contactInfo.email",
  phone: "contactInfo.phone",
  "property.street": "address.street",
  "property.city": "address.city",
  "property.state": "address.state",
  "property.zip": "address.zip",
  "home.street": "residentialAddress.street",
  "home.city": "residentialAddress.city",
  "home.state": "residentialAddress.state",
  "home.zip": "residentialAddress.zip",
  buildingType: "buildingType",
  propertyUsage: "propertyUsage",
  loanPurpose: "loanPurpose",
  rent: "statedInformation.monthlyRentalIncome",
  listed: "listedForSaleIn6Months",
  liabilities: "liabilitiesIn4Years",
};
