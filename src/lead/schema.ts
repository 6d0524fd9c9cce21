import * as z from "zod";

/**
 * The lead of the interface, section 2.1, as far as types are shown there. Every field may be absent:
 * which ones the service insists on beyond rules V1 to V5 is not shown. Enumerations are open strings,
 * since their full lists are not shown either. Field order is the order in which a lead is sent.
 */
export const leadSchema = z.object({
  affiliateId: z.string().optional(),
  buildingType: z.string().optional(),
  propertyUnits: z.int().optional(),
  loanPurpose: z.string().optional(),
  propertyUsage: z.string().optional(),
  contactInfo: z
    .object({
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      email: z.string().optional(),
      phone: z.string().optional(),
    })
    .optional(),
  address: z
    .object({
      street: z.string().optional(),
      city: z.string().optional(),
      state: z.string().optional(),
      zip: z.string().optional(),
      county: z.string().optional(),
      unitNumber: z.number().optional(),
    })
    .optional(),
  residentialAddress: z
    .object({
      street: z.string().optional(),
      city: z.string().optional(),
      state: z.string().optional(),
      zip: z.string().optional(),
    })
    .optional(),
  statedInformation: z
    .object({
      rentalOccupancy: z.string().optional(),
      monthlyRentalIncome: z.number().optional(),
    })
    .optional(),
  listedForSaleIn6Months: z.boolean().optional(),
  purchasedOrSubjectToMortgageIn6Months: z.boolean().optional(),
  liabilitiesIn4Years: z.boolean().optional(),
});

export type Lead = z.infer<typeof leadSchema>;
