import * as z from "zod";
/**
 * The lead of the interface, section 2.1, as far as types are shown there. Every field may be absent:
 * which ones the service insists on beyond rules V1 to V5 is not shown. Enumerations are open strings,
 * since their full lists are not shown either. Field order is the order in which a lead is sent.
 */
export declare const leadSchema: z.ZodObject<{
    affiliateId: z.ZodOptional<z.ZodString>;
    buildingType: z.ZodOptional<z.ZodString>;
    propertyUnits: z.ZodOptional<z.ZodInt>;
    loanPurpose: z.ZodOptional<z.ZodString>;
    propertyUsage: z.ZodOptional<z.ZodString>;
    contactInfo: z.ZodOptional<z.ZodObject<{
        firstName: z.ZodOptional<z.ZodString>;
        lastName: z.ZodOptional<z.ZodString>;
        email: z.ZodOptional<z.ZodString>;
        phone: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    address: z.ZodOptional<z.ZodObject<{
        street: z.ZodOptional<z.ZodString>;
        city: z.ZodOptional<z.ZodString>;
        state: z.ZodOptional<z.ZodString>;
        zip: z.ZodOptional<z.ZodString>;
        county: z.ZodOptional<z.ZodString>;
        unitNumber: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>>;
    residentialAddress: z.ZodOptional<z.ZodObject<{
        street: z.ZodOptional<z.ZodString>;
        city: z.ZodOptional<z.ZodString>;
        state: z.ZodOptional<z.ZodString>;
        zip: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    statedInformation: z.ZodOptional<z.ZodObject<{
        rentalOccupancy: z.ZodOptional<z.ZodString>;
        monthlyRentalIncome: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>>;
    listedForSaleIn6Months: z.ZodOptional<z.ZodBoolean>;
    purchasedOrSubjectToMortgageIn6Months: z.ZodOptional<z.ZodBoolean>;
    liabilitiesIn4Years: z.ZodOptional<z.ZodBoolean>;
}, z.core.$strip>;
export type Lead = z.infer<typeof leadSchema>;
