import type { Attack } from "./attack.ts";
import { BODY_ATTACKS } from "./body-attacks.ts";
import { ECHO_ATTACKS } from "./echo-attacks.ts";
import { FRAMING_ATTACKS } from "./framing-attacks.ts";
import { HEADER_ATTACKS } from "./header-attacks.ts";
import { ISSUE_ATTACKS } from "./issue-attacks.ts";
import { STATUS_ATTACKS } from "./status-attacks.ts";
import { LONG_ID_ATTACK, TEXT_ATTACKS } from "./text-attacks.ts";
import { TIMING_ATTACKS } from "./timing-attacks.ts";

/** Everything that the hostile server knows how to do. */
export const ATTACKS: readonly Attack[] = [
  ...FRAMING_ATTACKS,
  ...STATUS_ATTACKS,
  ...HEADER_ATTACKS,
  ...TIMING_ATTACKS,
  ...BODY_ATTACKS,
  ...ISSUE_ATTACKS,
  ...ECHO_ATTACKS,
  ...TEXT_ATTACKS,
  LONG_ID_ATTACK,
];
