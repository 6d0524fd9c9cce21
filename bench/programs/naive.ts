/**
 * A script that a good engineer writes in ten minutes: read the sheet, send every row, keep every answer. It sends the
 * same bodies over the same number of connections as the program. It checks nothing before it sends, tries
 * nothing again, and holds the whole sheet and all answers in memory: they are on disk only when the last lead
 * is through, so a crash loses every login link. Arguments: the address, the sheet, the file for the results,
 * the number of connections.
 */
import { readFile, writeFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import pLimit from "p-limit";

const [url = "", sheet = "", resultsPath = "", connectionCount = ""] = process.argv.slice(2);
const limit = pLimit(Number(connectionCount));
const headers = { authorization: "Bearer bench-key", "content-type": "application/json" };

type Cells = Readonly<Record<string, string>>;

/** JSON leaves out what is undefined. */
const text = (cell: string | undefined): string | undefined => cell || undefined;
const number = (cell: string | undefined): number | undefined => (cell ? Number(cell) : undefined);
const yes = (cell: string | undefined): boolean => cell === "yes";

function leadOf(cells: Cells): object {
  const occupancy = text(cells["Rental Occupancy"]);
  const rent = number(cells["Monthly Rental Income"]);
  return {
    affiliateId: text(cells["Affiliate ID"]),
    buildingType: text(cells["Building Type"]),
    propertyUnits: number(cells["Property Units"]),
    loanPurpose: text(cells["Loan Purpose"]),
    propertyUsage: text(cells["Property Usage"]),
    contactInfo: {
      firstName: text(cells["First Name"]),
      lastName: text(cells["Last Name"]),
      email: text(cells.Email),
      phone: text(cells.Phone),
    },
    address: {
      street: text(cells.Street),
      city: text(cells.City),
      state: text(cells.State),
      zip: text(cells.Zip),
      county: text(cells.County),
      unitNumber: number(cells["Unit Number"]),
    },
    residentialAddress: {
      street: text(cells["Residential Street"]),
      city: text(cells["Residential City"]),
      state: text(cells["Residential State"]),
      zip: text(cells["Residential Zip"]),
    },
    statedInformation: occupancy ? { rentalOccupancy: occupancy, monthlyRentalIncome: rent } : undefined,
    listedForSaleIn6Months: yes(cells["Listed For Sale In 6 Months"]),
    purchasedOrSubjectToMortgageIn6Months: yes(cells["Purchased Or Subject To Mortgage In 6 Months"]),
    liabilitiesIn4Years: yes(cells["Liabilities In 4 Years"]),
  };
}

async function send(cells: Cells, row: number): Promise<object> {
  try {
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(leadOf(cells)) });
    return { row, status: response.status, answer: await response.json() };
  } catch (error) {
    return { row, error: String(error) };
  }
}

const rows = parse(await readFile(sheet), { columns: true }) as Cells[];
const results = await Promise.all(rows.map((cells, index) => limit(() => send(cells, index + 2))));
await writeFile(resultsPath, JSON.stringify(results));
