/** A lead that the service takes, with another e-mail address or other fields where a test needs them. */
export function sampleLead(email: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    buildingType: "singleFamily",
    loanPurpose: "homeImprovement",
    propertyUsage: "primaryResidence",
    contactInfo: { firstName: "Jane", lastName: "Roe", email, phone: "+1 555-010-0199" },
    address: { street: "1 Elm St", city: "Springfield", state: "IL", zip: "62701" },
    residentialAddress: { street: "1 Elm St", city: "Springfield", state: "IL", zip: "62701" },
    listedForSaleIn6Months: false,
    purchasedOrSubjectToMortgageIn6Months: false,
    liabilitiesIn4Years: false,
    ...changes,
  };
}
