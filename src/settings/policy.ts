import type { SendSettings } from "./options.ts";

/** The settings for a submission's attempts. Without a rate, the rate has no limit. */
export type Policy = Omit<SendSettings, "timeoutMs" | "graceMs" | "requestIds" | "repeatedIds">;

/** Fixed limits of every run. */
export const LIMITS = {
  /** A longer Retry-After stops the run. */
  retryAfterMsMax: 60_000,
  /** Without an answer that settles a lead, a run ends after this. */
  progressMsMax: 600_000,
  /** Leads that are tried before the first definite answer of a target that no earlier round has proven. */
  canaryLeadsMax: 3,
  /** A lead that is asked to wait so often in a row goes last. */
  throttledMax: 6,
  /** Different leads in a row whose answer says that the address is wrong. */
  wrongTargetsMax: 3,
  /** Leads that get one and the same answer, each on a connection of its own. */
  sameAnswersMax: 3,
  /** Unanswered attempts, on different leads, without a definite answer between them. */
  breakerUnknownsMax: 5,
  /** Attempts of any kind without a definite answer between them. */
  breakerAttemptsMax: 20,
  /** A connection carries no more requests. */
  connectionRequestsMax: 100,
  /** How long it then rests: as the longest answer of the round took, within these. */
  restMsMin: 100,
  restMsMax: 2_000,
  breakerPausesMs: [5_000, 10_000, 20_000, 40_000, 80_000],
} as const;
