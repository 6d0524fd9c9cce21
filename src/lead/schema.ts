import * as z from "zod";

const text = z.string().optional();
const flag = z.boolean().optional();
const place = { street: text, city: text, state: text, zip: text };

/**
 * The lead of the interface, section 2.1, as far as types are shown there. Every field may be absent:
 * which ones the service insists on beyond rules V1 to V5 is not shown. Enumerations are open strings,
 * since their full lists are not shown either. Field order is the order in which a lead is sent.
 */
export const leadSchema = z.object({
  affiliateId: text,
  buildingType: text,
  propertyUnits: z.int().optional(),
  loanPurpose: text,
  propertyUsage: text,
  contactInfo: z.object({ firstName: text, lastName: text, email: text, phone: text }).optional(),
  address: z.object({ ...place, county: text, unitNumber: z.number().optional() }).optional(),
  residentialAddress: z.object(place).optional(),
  statedInformation: z
    .object({ rentalOccupancy: text, monthlyRentalIncome: z.number().optional() })
    .optional(),
  listedForSaleIn6Months: flag,
  purchasedOrSubjectToMortgageIn6Months: flag,
  liabilitiesIn4Years: flag,
});

export type Lead = z.infer<typeof leadSchema>;
