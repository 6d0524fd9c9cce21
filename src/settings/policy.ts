/** Everything that a person may set about a submission. */
export interface Policy {
  /** Requests under way at most, 1 to 256. */
  concurrency: number;
  /** Requests a second at most, retries included; absent: no limit but what the service says. */
  rate?: number;
  /** Attempts a lead has in one round. Answers 429 use up none. */
  attemptsMax: number;
  retryBaseMs: number;
  /** Cap of the backoff. */
  retryMaxMs: number;
}

/** Fixed limits of every run. */
export const LIMITS = {
  /** A longer Retry-After stops the run. */
  retryAfterMsMax: 60_000,
  /** Without an answer that settles a lead, a run ends after this. */
  progressMsMax: 600_000,
  /** Unanswered leads before the first definite answer. */
  canaryUnknownsMax: 2,
  /** Different leads in a row whose answer says that the address is wrong. */
  wrongTargetsMax: 3,
  /** Unanswered attempts, on different leads, without a definite answer between them. */
  breakerUnknownsMax: 5,
  /** Attempts of any kind without a definite answer between them. */
  breakerAttemptsMax: 20,
  breakerPausesMs: [5_000, 10_000, 20_000, 40_000, 80_000],
} as const;
