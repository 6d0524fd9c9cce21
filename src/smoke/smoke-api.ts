/** All that the package's module `leadctl/smoke` holds: the checks of `leadctl smoke` as a function. */
export { checkService as runSmoke } from "./check-service.ts";
export type { JudgedCheck, SmokeCall, SmokeResult } from "./smoke-types.ts";
