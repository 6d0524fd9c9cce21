import { type Changes, type LeadJson, smokeLead } from "../sample-lead.ts";

/** No e-mail address to any validator. */
export const NO_ADDRESS = "leadctl-smoke-no-address";

/**
 * A lead that breaks two rules, V1 and V5: an environment that has lost one of them still does not create
 * it. For requests whose answer must not depend on the lead.
 */
export function hopelessLead(changes: Changes = {}): LeadJson {
  return smokeLead(NO_ADDRESS, { buildingType: "condo", ...changes });
}
