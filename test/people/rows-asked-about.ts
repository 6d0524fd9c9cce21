import { personKeys } from "../../src/lead/person-keys.ts";
import type { Lead } from "../../src/lead/schema.ts";
import { matchPeople, type OtherPeople, type PeopleFound } from "../../src/run/plan/match-people.ts";
import { PeopleRegister } from "../../src/run/plan/people-register.ts";

/**
 * Which rows of a sheet are asked about, given the leads that have quotes already.
 *
 * @param sheet Every row that is ready to go, in order.
 * @param earlier Leads of earlier runs for the same target, each of which has a quote, or may have one.
 */
export async function rowsAskedAbout(
  sheet: readonly { row: number; lead: Lead }[],
  earlier: readonly Lead[],
): Promise<PeopleFound> {
  const [register, theirs] = [new PeopleRegister(), new PeopleRegister()];
  for (const { row, lead } of sheet) register.add(row, personKeys(lead));
  for (const [row, lead] of earlier.entries()) theirs.add(row, personKeys(lead));
  const other: OtherPeople = {
    dir: "earlier",
    peopleLike: async () => theirs,
    existing: async () => () => "created",
  };
  return matchPeople({ register, fateOf: () => "due" }, [other]);
}
