import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIELDS } from "../../../src/lead/field-catalogue.ts";
import { knownWord, phrasesOf, readWord } from "../../../src/sheet/cells/read-word.ts";
import { VOCABULARIES } from "../../../src/sheet/vocabulary/enum-words.ts";

const ASKED = "?";
const meant = (path: string, word: string) => readWord(path, word).value ?? ASKED;

/** By field and value: words as people and systems write them; `?` for those that a person is asked about. */
const WORDS: Record<string, Record<string, string>> = {
  buildingType: {
    singleFamily: `SFR|sfr|S.F.R.|SFH|SFD|SF|Single|Single Family|single-family|SINGLE_FAMILY|single_family_home|SingleFamily|Single Family Home|
Single Family Residence|Single-Family Residence (1 unit)|Single Fam|Single Fam.|single family detached|Single Family (Detached)|SingleFamilyDetached|
SINGLEFAMILYDETACHED|SINGLEFAMILYRESIDENCE|Detached|Detached SFR|Single Family Dwelling|1) Single Family|01 - Single Family Home|1. SFR|A) SFR|House|house|Casa|
Casa unifamiliar|Vivienda unifamiliar|Single family residential|1 Family|One-Family|One family residence|SFR - PUD|SINGLEFAMDET|Single Family (PUD)|Detached PUD|
SFR/Detached|SF Detached|Single Family House|Single-family homes|SFR (1 unit)|SFR, detached|Single Family Resid.|SF Residence|Single Family Property|House (no HOA)|SFR, no HOA|House w/ pool|Primary SFR|Owner Occupied SFR|Primary Residence - House|2nd Home SFR`,
    condo: `Condo|CONDO|condos|Condominium|Condominiums|Condo (high-rise)|Condo - High Rise|High Rise Condo|High-Rise Condominium|Condo (low rise)|Low-Rise Condo|Mid Rise Condo|
HighRiseCondominium|Condo (4 stories or less)|Condo 5+ stories|Condo (1-4 stories)|Condo > 4 Stories|Condo (Warrantable)|Non-Warrantable Condo|Condominio|condominium unit|Condo unit|Garden Condo|
3) Condo|CONDOMINIUM_UNIT|Condo/Condominium|Attached Condo|Condo (PUD)|Rental Condo|Condo - Investment Property|Vacation condo`,
    townhouse: `Townhouse|Town House|townhome|Town-home|TownHome|TOWNHOUSES|TH|Row House|Rowhouse|row home|Townhouse/Rowhouse|Townhome (PUD)|PUD Townhouse|Attached Townhouse|
Townhouse - end unit|twnhse|Townhouse/Townhome|4 - Townhouse`,
    multiUnit: `MF|Multi|Multi-Family|multifamily|MULTI_FAMILY|Multi Family Home|Multi-unit|multi unit property|MFR|Quad|Duplex|duplex|Triplex|Fourplex|4-plex|4plex|3-plex|2 plex|Quadplex|Quadruplex|
2-4|2-4 Unit|2-4 units|2 - 4 Units|2 to 4 units|2 to 4 family|2-4 Family|Two to Four Family|two-four unit|TwoToFourUnit|Multi-family (2-4)|Multi-Family (2-4 units)|Multi family 2-4|
2 unit|2 Units|3 units|4 unit|4-unit building|Two Family|two-family home|3 family|Four Family|Duplex (2 units)|Triplex/Fourplex|multi-family house|Multifamiliar|Dúplex|Tríplex|
2 familias|3 unidades|MULTIFAMILY|5 - Duplex|Multi-Unit (2-4)|Multi (3)|MF-4|Multi Family - 2|Duplex (2)|Investment Duplex|NOO Triplex`,
    "?": `House, Townhouse|House/Condo|PUD|SFA|Attached|Single Family Attached|SFR Attached|Semi-Detached|1-unit|1 unit|One unit|Manufactured|Manufactured Home|Mobile|Mobile Home|mobile/manufactured|MH|Modular|Single Wide|Double-wide|
Co-op|Coop|Cooperative|Mixed Use|mixed-use|Condotel|Condo Hotel|condo hotel|Land|Vacant Land|Lot|5+ units|5+ Unit|Multi-Family (5+ units)|5 or more units|6 units|10 unit building|Multifamily 5+|1-4 units|1-4 Family|
1 to 4 family|Apt|Apartment|Apartment building|Commercial|Other|Otro|Home|Residential|SFR/Condo|Condo or Townhouse|Condo/Townhouse|Detached Condo|Site Condo|Townhouse or duplex|not a condo|SFR?maybe|Castle|yurt|
half duplex|Casa adosada|Casa móvil|Terreno|SFR with ADU|Farm|Ranch|Villa|Patio Home|Barndominium|Timeshare|01|1|2|A|Single family and duplex|Detached or attached|Loft|Tiny home|N. O. O.|
Mfd Home/Condo/PUD/Co-Op|Planned Unit Development|SF Att|Houseboat|Unknown type|Rental|Primary|Investment property|Multi (6)|Duplex (3)|MF 12|House 3`,
  },
  propertyUsage: {
    primaryResidence: `Primary|PRIMARY|Primary Residence|primary_residence|PrimaryResidence|Primary Res.|Primary Home|Primary/Owner|Prim. Res.|PR|P.R.|Owner Occ|Owner Occ.|owner-occ.|Owner-Occupied|OwnerOccupied|owner_occupied|
Owner Occupied - Primary|OO|O/O|o/o|O.O.|Owner|Principal|Principal Residence|Main Home|main residence|I live there|I live here|Live in it|My home|Primary (owner occupied)|1 - Primary Residence|Primaria|Residencia principal|
Vivienda principal|Residencia Primaria|Ocupada por el dueño|Ocupada por el propietario|Vivo ahí|OWNEROCCUPIED|Owner Occupant|First home|Full-time residence|I will live there|yes,_it's_our_primary_home|Yes - primary`,
    investment: `Investment|INVESTMENT|Investment - vacant|Investment (tenant occupied)|Rental, leased|NOO/Rented|Investment Property|investment prop.|Investment home|Invest|Investor|Inv|INV|Inv.|Inv Prop|NOO|N/O/O|n.o.o.|N-O-O|Non-Owner|Non Owner|non-owner occ|Non-Owner Occ.|Non Owner Occupied|NonOwnerOccupied|
NON_OWNER_OCCUPIED|Not owner occupied|Rental|rental property|Rental Home|Rental (investment)|Investment/Rental|Investment (non-owner occupied)|Investor property|3 - Investment|Inversión|Propiedad de inversión|
Para rentar|Renta|Alquiler|Para alquilar|Income property|Buy and hold|Rented out|NOO - Investment|NONOWNEROCCUPIED`,
    secondHome: `2nd|2nd home|2nd Home|2nd hm|2ND HOME|Second|Second Home|second_home|SecondHome|Secondary|Secondary Residence|Second Residence|SH|Vacation|Vacation Home|vacation house|Seasonal|Seasonal home|Second home/vacation|
Second/Vacation Home|2nd/Vacation|2 - Second Home|Segunda casa|Segunda residencia|Segunda vivienda|Casa de vacaciones|Vacacional|Vacaciones|Weekend home|SECONDHOME|Holiday home|Residencia secundaria|We will use it as a vacation home|no,_it's_a_weekend_home`,
    "?": `Mixed|Other|Both|Otro|Mixed use|Primary/Investment|Owner/Tenant|Tenant|Tenant occupied|Vacant|Leased|Rented|Airbnb|Short-term rental|STR|Vacation rental|Second home or investment|primary and rental|not primary|
Not sure|Primary?? no|Family member|Relative lives there|Residential|Home|Flip|Fix and flip|Yes|No|2|3|former residence|Ambos|Land|part rental|no longer primary|was primary|No rental|Yes, second home|No, it's my primary home`,
  },
  loanPurpose: {
    debtConsolidation: `Debt Consolidation|Debt conso|debt_consolidation|DebtConsolidation|DEBT CONSOLIDATION|Debt consol|Debt consol.|Debt Cons|debt cons.|Consolidation|Consolidate|Consolidate debt|consolidate debts|Consolidate my debts|
Pay off debt|Pay off debts|Payoff debt|pay off my debts|Debt payoff|Pay off credit cards|Credit card consolidation|Debt consolidation loan|Consolidación de deudas|Consolidar deudas|consolidacion de deuda|Pagar deudas|
2. Debt Consolidation|Bill consolidation|Consolidating debt|DEBTCONSOLIDATION|For debt consolidation`,
    homeImprovement: `Home Improvement|New roof|home_improvement|home improvements|Home Impr|Home Impr.|Home Imp.|Improvements|Improvement|Reno|Renovation|Renovations|Renovate|Home renovation|Remodel|Remodeling|Kitchen remodel|Home Remodel|
Repairs|Home repair|home repairs|HOMEIMPROVEMENT|Mejoras|Mejoras del hogar|Mejoras al hogar|Remodelación|Renovación|Renovar la casa|Reparaciones|Home improvement loan|Home Improvement/Renovation|Property improvement|Home upgrade|Fix kitchen|Fix the roof`,
    investment: `Investment|Invest|investing|Investments|Investment property|Inversión|Invertir|INVEST|Real estate investment`,
    "?": `Purchase|purchase|purch|Purch.|Home purchase|Buy|Buying a home|Compra|Refinance|refi|Refi.|REFINANCE|Refinanciar|Refinanciamiento|R/T|R/T refi|Rate/Term|rate & term|Rate and Term Refinance|Cash Out|cash-out|Cash-Out Refi|cash out refi|
CashOutRefinance|C/O|CO|C/O Refi|No cash-out|NoCash-Out Refinance|Limited Cash-Out|HELOC|HELOAN|Home Equity|home equity loan|Equity|Line of Credit|2nd mortgage|Debt consolidation or home improvement|
Debt Consolidation/Home Improvement|HELOC for renovation|Construction|Construction-Perm|Rehab|Fix and flip|Other|Otro|Business|Education|Medical|Emergency|Personal|Vacation|Streamline|IRRRL|Lower payment|New home|Buy investment property|Purchase investment|
Bridge|DC|HI|Debt|investor|Reverse mortgage|Divorce|not consolidation|3|home equity investment`,
  },
  "statedInformation.rentalOccupancy": {
    longTerm: `Long Term|long-term|longTerm|LONG_TERM|Longterm|Long Term Rental|Long-term lease|Long term tenant|LTR|LTR - leased|Leased (long term)|Leased long term|Rented - long term|annual lease|12-month lease|12monthlease|1yearlease|1-yr lease|One year lease|
Largo plazo|Renta a largo plazo|a largo plazo|Contrato anual|Tenant - annual lease|Long term (tenant occupied)|LT Rental`,
    vacant: `Vacant|VACANT|vacant.|Empty|Unoccupied|Not rented|Not occupied|Currently vacant|Vacant unit|No tenant|no tenants|Unrented|Vacancy|Vacante|Vacía|Desocupada|Sin inquilino|No rentada|Vacant property`,
    "?": `No lease|No current lease|Lease expired|Leased|leased|Rented|Tenant|Tenant occupied|Occupied|Month to month|Month-to-month|MTM|M2M|Short term|short-term rental|STR|Airbnb|AirBnB / VRBO|Yes|No|Sí|Owner occupied|To be rented|Will be rented|Vacant - leased soon|Leased/Vacant|Half vacant|
Long term or short term|Rentada|Alquilada|Ocupada|Inquilino|Section 8|Corto plazo|mes a mes|6monthlease|Mid-term|Furnished|Family member|partially occupied|not vacant|Rented to vacate|Other`,
  },
};

const cases = Object.entries(WORDS).flatMap(([path, values]) =>
  Object.entries(values).flatMap(([value, words]) =>
    words.split("|").map((word) => [path, word.trim(), value] as const),
  ),
);

describe("the trade's words", () => {
  it("are hundreds", () => expect(cases.length).toBeGreaterThan(500));

  it.each(Object.keys(WORDS))(
    "of %s mean what a careful person takes them for, or are asked about",
    (path) => {
      const of = cases.filter(([field]) => field === path);
      const wrong = of.filter(([, word, value]) => meant(path, word) !== value);
      expect(wrong.map(([, word, value]) => `${word}: ${meant(path, word)}, not ${value}`)).toEqual([]);
    },
  );

  it.each([...VOCABULARIES])("stand once in the vocabulary of %s", (_path, vocabulary) => {
    const { certain, defaults = [], doubtful, weak, filler } = vocabulary;
    const groups = [...certain, ...defaults, ...doubtful, ...weak, { phrases: filler }];
    const owners = new Map<string, number>();
    const twice: string[] = [];
    groups.forEach(({ phrases }, index) => {
      for (const phrase of phrasesOf(phrases)) {
        if ((owners.get(phrase) ?? index) !== index) twice.push(phrase);
        owners.set(phrase, index);
      }
    });
    expect(twice).toEqual([]);
  });

  it.each([
    ["cash out/debt consolidation", "debtConsolidation"],
    ["Cash-out - home improvement", "homeImprovement"],
    ["Refinance (debt consolidation)", "debtConsolidation"],
    ["cash-out refi / renovation", "homeImprovement"],
    ["cash-out / purchase", undefined],
    ["cash-out, debt consolidation or home improvement", undefined],
  ])("say what the money is for beside how it is lent: %s", (text, value) => {
    expect(readWord("loanPurpose", text).value).toBe(value);
  });

  it("take a lease for a long one, and tell it as doubtful", () => {
    const path = "statedInformation.rentalOccupancy";
    for (const text of ["Leased", "tenant", "Tenant occupied", "Current lease", "Inquilino"]) {
      expect(readWord(path, text).likely).toBe("longTerm");
      expect(knownWord(path, text)).toBeUndefined();
    }
    for (const text of [
      "Rented",
      "Leased month to month",
      "Vacant - leased soon",
      "short term lease",
      "no lease",
    ])
      expect(readWord(path, text).likely).toBeUndefined();
  });

  it.each([
    ["loanPurpose", "purchase", "Purchase|purch|Buying|Compra|home purchase"],
    ["loanPurpose", "refinance", "Refi|R/T|Rate & Term|RT refi|No cash-out|Refinanciar"],
    ["loanPurpose", "cash out", "Cash-Out|C/O|cash out refi|CO refi"],
    ["loanPurpose", "home equity", "HELOC|Home Equity Loan|2nd mortgage"],
    ["statedInformation.rentalOccupancy", "let", "Rented|Occupied|Rentada|section 8"],
    ["buildingType", "manufactured", "Mobile|Manufactured Home|Modular|Single Wide"],
  ])("of %s for %s are one question", (path, concept, words) => {
    expect(words.split("|").map((word) => readWord(path, word).concept)).toEqual(
      words.split("|").map(() => concept),
    );
  });

  it("of a concept beside something else are a question of their own", () => {
    expect(readWord("loanPurpose", "HELOC cash out").concept).toBeUndefined();
  });

  it("mean values that the interface shows", () => {
    for (const [path, { certain }] of VOCABULARIES) {
      const shown = FIELDS.find((field) => field.path === path)?.shownValues;
      expect(certain.map(({ value }) => value).sort()).toEqual([...(shown ?? [])].sort());
    }
  });

  it("are known by the shown values' own names", () => {
    expect(knownWord("buildingType", "Single Family")).toBe("singleFamily");
    expect(knownWord("buildingType", "multiUnit")).toBe("multiUnit");
    expect(knownWord("propertyUsage", "Debt")).toBeUndefined();
    expect(knownWord("contactInfo.email", "primary")).toBeUndefined();
  });
});

describe("a word", () => {
  const certain = fc.constantFrom(...cases.filter(([, , value]) => value !== ASKED));

  it("means the same in any case, between any spaces and punctuation", () => {
    const around = fc.constantFrom("", " ", ".", ",", "  ", "*", '"');
    fc.assert(
      fc.property(certain, around, around, fc.boolean(), ([path, word, value], before, after, isUpper) => {
        // Upper case hides where the words of camelCase begin.
        const cased = isUpper && !/[a-z][A-Z]/.test(word) ? word.toUpperCase() : word;
        expect(meant(path, `${before}${cased}${after}`)).toBe(value);
      }),
    );
  });

  it("beside one of another value is never taken for either", () => {
    fc.assert(
      fc.property(certain, certain, ([path, word, value], [otherPath, other, otherValue]) => {
        fc.pre(path === otherPath && value !== otherValue);
        const both = meant(path, `${word} / ${other}`);
        expect([ASKED, ...(/house|casa/i.test(`${word}${other}`) ? [value, otherValue] : [])]).toContain(
          both,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it("beside one that nobody knows is asked about", () => {
    fc.assert(
      fc.property(certain, fc.stringMatching(/^[b-df-hj-np-tv-xz]{6,9}$/), ([path, word], unknown) => {
        expect(meant(path, `${word} ${unknown}`)).toBe(ASKED);
      }),
    );
  });

  it("of any text at all is read or asked about, and never throws", () => {
    fc.assert(
      fc.property(fc.constantFrom(...VOCABULARIES.keys()), fc.string({ unit: "binary" }), (path, text) => {
        const { value, why } = readWord(path, text);
        expect((value === undefined) !== (why === undefined)).toBe(true);
      }),
    );
  });
});
