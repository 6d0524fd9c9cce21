/** Exit codes. If several apply, the first in this order is used. */
export const EXIT = {
  interrupted: 130,
  terminated: 143,
  journal: 6,
  refusedTarget: 3,
  usage: 2,
  incomplete: 4,
  uncertain: 5,
  notAllCreated: 1,
  ok: 0,
  /** Not chosen: a bug of ours, shown with its stack. */
  bug: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The code of several parts of a command together: of those that apply, the first in the documented order. */
export function mostSevere(codes: readonly ExitCode[]): ExitCode {
  return Object.values(EXIT).find((code) => codes.includes(code)) ?? EXIT.ok;
}
