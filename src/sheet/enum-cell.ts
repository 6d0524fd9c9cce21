import { shownValue, type TextReader } from "./cell-report.ts";
import { normalized } from "./cell-text.ts";
import { readPlainText } from "./text-cell.ts";

/** What people write for a shown value, where it can mean nothing else. By the field's path. */
const SYNONYMS: ReadonlyMap<string, Readonly<Record<string, readonly string[]>>> = new Map([
  [
    "buildingType",
    {
      singleFamily: [
        "SFR",
        "SFH",
        "SF",
        "Single",
        "Single Family Residence",
        "Single Family Home",
        "Single Family House",
        "Single Family Detached",
        "Single-Family Dwelling",
        "House",
        "Detached",
      ],
      multiUnit: [
        "Multi",
        "Multi Family",
        "Multi Family Home",
        "Multi-Unit Property",
        "Multi Family Residence",
        "MFR",
        "Duplex",
        "Triplex",
        "Fourplex",
        "Quadplex",
        "2-4 Unit",
        "2-4 Units",
      ],
      condo: ["Condominium", "Condos", "Condo Unit", "Condominium Unit"],
      townhouse: ["Townhome", "Town Home", "Row House", "Row Home", "TH"],
    },
  ],
  [
    "loanPurpose",
    {
      debtConsolidation: [
        "Consolidation",
        "Consolidate Debt",
        "Debt Consolidate",
        "Consolidating Debt",
        "Pay Off Debt",
      ],
      investment: ["Investing", "Invest", "Investments"],
      homeImprovement: [
        "Home Improvements",
        "Renovation",
        "Home Renovation",
        "Remodel",
        "Remodeling",
        "Home Remodel",
        "Improvement",
        "Repairs",
        "Home Repair",
        "Home Repairs",
      ],
    },
  ],
  [
    "propertyUsage",
    {
      primaryResidence: [
        "Primary",
        "Primary Home",
        "Owner Occupied",
        "Main Residence",
        "Main Home",
        "Principal Residence",
        "Primary Res",
      ],
      investment: ["Investment Property", "Investor", "Non Owner Occupied", "Rental", "Rental Property"],
      secondHome: [
        "Secondary",
        "Second",
        "Second Residence",
        "Secondary Residence",
        "Secondary Home",
        "Vacation Home",
        "2nd Home",
        "Holiday Home",
      ],
    },
  ],
  [
    "statedInformation.rentalOccupancy",
    {
      longTerm: ["Long Term Rental", "Long Term Lease", "Long Term Tenant", "LTR", "Long"],
      vacant: ["Empty", "Unoccupied", "Not Rented", "Vacancy", "Not Occupied"],
    },
  ],
]);

const SPELLINGS_MAX = 100;

/**
 * Reads a field whose full list of values is not shown: labels of the shown ones, told apart by their
 * letters and digits, and their synonyms. Anything else goes as it is.
 */
export function enumReader(path: string, shownValues: readonly string[]): TextReader {
  const byLabel = new Map(shownValues.map((value) => [normalized(value), value]));
  const bySynonym = new Map(
    Object.entries(SYNONYMS.get(path) ?? {}).flatMap(([value, synonyms]) =>
      synonyms.map((synonym): [string, string] => [normalized(synonym), value]),
    ),
  );
  // The few spellings that a column has, so that each is compared by its letters once.
  const known = new Map<string, string>();
  return (text, report) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const key = normalized(text);
    const value = byLabel.get(key);
    if (value !== undefined) {
      if (known.size < SPELLINGS_MAX) known.set(text, value);
      return value;
    }
    const meant = bySynonym.get(key);
    if (meant === undefined) return readPlainText(text, report);
    report.warn(`${shownValue(text)} was read as ${shownValue(meant)}`);
    return meant;
  };
}
