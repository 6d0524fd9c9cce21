import { type CodedText, finder } from "../base/finding.ts";
import { LINK_FAULTS, type LinkFault } from "../lead/login-link.ts";
import { OUT_OF_FILES } from "./stop-texts.ts";

const nextLook = (why: string, { seconds }: { seconds: number }): string =>
  `${why}, next try after ${seconds} s`;

/** What is told of a round while it goes on. */
export const ROUND_TEXTS = {
  // Why nothing is sent for now
  "asked-to-wait": ({ seconds }: { seconds: number }) => `the service asks to wait ${seconds} s`,
  "not-answering": (pause: { seconds: number }) => nextLook("the service is not answering", pause),
  "out-of-files": (pause: { seconds: number }) => nextLook(OUT_OF_FILES, pause),
  "trying-again": () => "checking whether the service answers again",

  // Why it goes slower than it could
  stopping: () => "stopping, waiting for the last answers",
  "first-lead": () => "sending one lead first, to see whether the service accepts it",
  "rate-limited": ({ perSecond }: { perSecond: string }) => `rate limited by the service to ${perSecond}/s`,

  // Notes
  interrupted: () =>
    "Stopping: nothing more is sent, and leadctl waits for the answers to what it sent. A second Ctrl-C aborts at once.",
  "login-link-odd": ({ row, fault }: { row: number; fault: LinkFault }) =>
    `The login link of row ${row} ${LINK_FAULTS[fault]}. It is kept as it came; check it before you give it out.`,
};

export const roundFinding = finder(ROUND_TEXTS);
export type RoundFinding = CodedText<keyof typeof ROUND_TEXTS>;
