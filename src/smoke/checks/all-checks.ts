import type { CheckGroup } from "../check.ts";
import { ACCEPTED } from "./acceptances.ts";
import { AUTHENTICATION } from "./authentication.ts";
import { CONTENT_TYPES } from "./content-types.ts";
import { DUPLICATES } from "./duplicates.ts";
import { METHODS } from "./methods.ts";
import { RULES_ALONE, RULES_TOGETHER } from "./rules.ts";
import { successChecks } from "./success.ts";

/**
 * Every promise of the interface that can be held against an environment from outside, in the order in
 * which they are shown.
 *
 * @param baseUrl Without a trailing slash.
 */
export function allChecks(baseUrl: string): CheckGroup[] {
  return [
    AUTHENTICATION,
    METHODS,
    RULES_ALONE,
    RULES_TOGETHER,
    ACCEPTED,
    successChecks(baseUrl),
    DUPLICATES,
    CONTENT_TYPES,
  ];
}
