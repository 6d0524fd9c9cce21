import type { WordDoubt } from "../word-texts.ts";

/**
 * What the trade writes for the values of the enumerations that the interface shows: lead forms and lead vendors,
 * CRMs, loan-origination systems, the standard loan application, listing services, and people, in English and
 * Spanish; of French and German the plainest words. docs/enum-words.md names the kinds of sources. Case, accents,
 * punctuation, spaces, camelCase and a plural's s do not count; `|` separates phrases. A cell is a sequence of
 * phrases: see `readWord`.
 */
export interface Vocabulary {
  /** Phrases that mean one of the shown values, and nothing else in this field. */
  certain: readonly { value: string; phrases: string }[];
  /** Phrases that mean the value where nothing else is said: "house", but not in "multi-family house". */
  defaults?: readonly { value: string; phrases: string }[];
  /** Phrases that a careful person would ask about. Beside any other phrase, too. */
  doubtful: readonly Doubt[];
  /** Phrases to ask about, unless they stand beside one that means one of the values named: there they add nothing. */
  weak: readonly WeakPhrases[];
  /** Phrases that change no meaning. */
  filler: string;
}

interface WeakPhrases extends Doubt {
  /** The values beside which they say nothing more. */
  beside: readonly string[];
  /** The value that they most likely mean where nothing stands beside them: read so, and told as doubtful. */
  likely?: string;
}

interface Doubt {
  /** The rest of a sentence that begins with the word. */
  why: WordDoubt;
  phrases: string;
  /** What all the phrases mean, where it is one thing: a column asks once about them together. */
  concept?: string;
}

const BUILDING: Vocabulary = {
  certain: [
    {
      // One dwelling on its own lot, by its name in lending, in listings, or in plain words.
      value: "singleFamily",
      phrases: `single|single fam|single fam det|single fmly|single familiy|sgl family|sgl fam|sng fam|one family|one fam|SF|SFR|SFH|SFD|SFDR|
SF detached|SFR detached|detached|detached SFR|fully detached|det|single family det|SFR det|SF det|chalet|unifamiliar|casa sola|casa independiente|
una familia|una sola familia|familia unica|casa individual|vivienda individual|bungalow|maison unifamiliale|unifamiliale|maison individuelle|
einfamilienhaus|freistehendes einfamilienhaus`,
    },
    {
      // Two to four dwellings in one building: lenders count these as residential, and the field has one value for them.
      value: "multiUnit",
      phrases: `multi|multiple unit|multi family|multi fam|multiple family|multi fmly|MF|MFR|MFH|MFU|MUR|duplex|dplx|dupl|dup|triplex|quad|quadraplex|
tplx|fourplex|fplx|quadplex|quadruplex|multiplex|two flat|three flat|2 flat|3 flat|4 flat|two family|three family|four family|casa duplex|
multifamiliar|edificio multifamiliar|bifamiliar|casa bifamiliar|casa multifamiliar|small multi family|multi family small|#few|multifamilial|
zweifamilienhaus|mehrfamilienhaus`,
    },
    {
      // Ownership by the unit is what makes a condominium; height and approval do not.
      value: "condo",
      phrases: `condominium|condomin|cndo|condominio|CND|condo apartment|condominium apartment|apartment condo|attached condo|condo attached|
attached condominium|condominium attached|apartamento en condominio|departamento en condominio|unidad de condominio|copropriete|eigentumswohnung`,
    },
    {
      value: "townhouse",
      phrases: `townhome|town hse|twnhs|twnhse|twnhm|twnhome|twn hs|TH|TWH|THS|T home|T house|row house|row home|attached townhouse|attached townhome|
townhouse attached|townhome attached|single family townhouse|single family townhome|SFR townhouse|SFR townhome|SF townhouse|SF townhome|casa townhouse|
attached row house|maison de ville|maison en rangee|reihenhaus`,
    },
  ],
  defaults: [{ value: "singleFamily", phrases: "house|casa|maison|haus" }],
  doubtful: [
    {
      why: "shares-wall",
      phrases: `attached|SFA|SF attached|SFR attached|semi detached|semi attached|twin|half duplex|villa|patio home|garden home|zero lot line|end row|
linked|link home|carriage home|carriage house|cluster home|adosada|adosado|pareada|brownstone|terrace home`,
    },
    {
      concept: "manufactured",
      why: "factory-built",
      phrases: `manufactured|manufactured house|manufactured housing|mfg|mfg home|mfg housing|mfgd|mfd|mfd home|mfd housing|manuf|MH|MFG HM|MHSelect|
MH advantage|HUD home|mobile|mobile house|MBL|mbl home|trailer|single wide|double wide|triple wide|multi wide|modular|prefab|prefabricated|casa movil|
movil|casa prefabricada|prefabricada|casa rodante|casa manufacturada|manufacturada|casa modular|tiny home|tiny house|park model|RV`,
    },
    {
      why: "owned-otherwise",
      phrases: `coop|co operative|cooperativa|condop|condotel|condo hotel|condominium hotel|hotel condo|stock cooperative|own your own|timeshare|
fractional|TIC|tenancy in common|houseboat|boat slip`,
    },
    {
      why: "condo-alone",
      phrases:
        "detached condo|detached condominium|condo detached|condominium detached|site condo|land condo",
    },
    {
      why: "apartment",
      phrases: `apartment|apt|apmt|apto|flat|loft|studio|penthouse|apartamento|departamento|depto|piso|apartment complex|apt building|apt bldg`,
    },
    {
      why: "not-only-home",
      phrases: `mixed use|mixed|mix use|commercial|comm|office|retail|industrial|warehouse|business|hotel|motel|hospitality|self storage|uso mixto|
comercial|land|lot|vacant land|vacant lot|raw land|residential lot|acreage|lote|terreno|farm|ranch|agricultural|agriculture|rancho|finca|hobby farm|
church|school|special purpose|RV park|mobile home park`,
    },
    {
      why: "many-units",
      phrases:
        "#lots|large multi family|multi family large|commercial multi family|five plex|sixplex|eightplex|portfolio",
    },
    {
      why: "no-value-fits",
      phrases: `other|otro|otra|residential income|residencial|cabin|cabana|log home|log cabin|log|barndominium|barndo|dome|geodesic dome|earth home|
berm|ADU|with ADU|w ADU|guest house|casita|in law|halfplex|ranch house|ranch home|cottage|leasehold|deed restricted|unique|mansion|estate|multiple`,
    },
  ],
  weak: [
    {
      why: "planned-development",
      phrases:
        "PUD|planned unit development|planned unit dev|planned community|deminimus PUD|de minimis PUD|DPUD|in a PUD|within a PUD|HOA|with HOA",
      beside: ["singleFamily", "condo", "townhouse"],
    },
    {
      why: "use-not-kind",
      phrases: `primary|rental|investment|investor|income|owner occupied|owner occ|occupied|OO|NOO|non owner occupied|non owner occ|second|secondary|
2nd|vacation|residencia principal|inversion|alquiler|segunda`,
      beside: ["singleFamily", "multiUnit", "condo", "townhouse"],
    },
    {
      why: "count-not-kind",
      phrases: "#one",
      beside: ["singleFamily", "condo", "townhouse"],
    },
  ],
  filler: `residence|res|resid|residential|resd|home|dwelling|dwell|property|prop|prpty|unit|building|bldg|type|style|structure|a|new|existing|
residencia|vivienda|propiedad|hogar|de|un|una|#story|high rise|hi rise|mid rise|low rise|garden|warrantable|non warrantable|warr|non warr|new project|
project|end unit|interior unit|inner unit|middle unit|established|estandar|standard|fee simple|no HOA|non HOA|without HOA|sin HOA|with pool|w pool|
with garage|w garage|with basement|w basement`,
};

const PURPOSE: Vocabulary = {
  certain: [
    {
      // The loan pays other debts off.
      value: "debtConsolidation",
      phrases: `debt consol|debt conso|debt cons|debt consolid|debt consolidate|debt consolidating|dbt consol|dbt cons|consolidation|consol|
consolidate|consolidating|consolidate debt|consolidating debt|consolidation of debt|consolidate my debt|consolidate bill|consolidate credit card|consolidate card|
bill consolidation|credit card consolidation|credit card debt|card consolidation|debt payoff|debt payment|pay off debt|pay debt|paying off debt|
pay down debt|pay down my debt|pay down credit card|pay down my credit card|pay down card|debt paydown|debt reduction|debt relief|pay off bill|pay bill|pay off credit card|pay credit card|credit card payoff|pay off card|
pay off cc|pay off ccs|pay cc|cc payoff|cc debt|cc consolidation|consolidate cc|pay off loan|pay off high interest debt|pay off my debt|pay my debt|
pay off my credit card|pay off my bill|refinance debt|combine debt|consolidacion|consolidacion de deuda|consolidar|consolidar deuda|
consolidar mi deuda|consolidar tarjeta|pagar deuda|pagar mi deuda|pagar tarjeta|pagar tarjeta de credito|pago de deuda|liquidar deuda|unificar deuda|
unificacion de deuda|consolidation de dette|consolider mes dettes|regroupement de credit|umschuldung`,
    },
    {
      value: "homeImprovement",
      phrases: `home impr|home imp|home improv|home improvment|hm impr|hm imp|hm improvement|hme impr|improvement|improve home|improve my home|
improve property|property improvement|house improvement|home reno|reno|renovation|renovate|renovating|renov|home renovation|house renovation|
renovate home|remodel|remodeling|remodelling|home remodel|home remodeling|house remodel|bath remodel|remodel home|repair|home repair|house repair|
property repair|fix|fixing|fix up|fix up home|fix up house|fix home|fix house|fix my home|fix my house|home upgrade|upgrade|new roof|roof|roofing|
roof replacement|new kitchen|kitchen|bathroom|new window|window|siding|deck|flooring|hvac|landscaping|pool|solar|solar panel|addition|room addition|
upgrade home|home addition|home project|home update|mejora|mejora del hogar|mejora al hogar|mejora de hogar|mejora de vivienda|mejora de casa|
mejora a la casa|mejora de propiedad|mejorar|mejorar casa|mejorar mi casa|mejorar hogar|remodelar|remodelacion|remodelar casa|remodelacion de casa|
remodelacion del hogar|renovar|renovar casa|renovar mi casa|renovar hogar|remodelar mi casa|remodelar hogar|reparar mi casa|renovacion|
renovacion de casa|renovacion del hogar|reparacion|reparacion del hogar|reparacion de casa|reparar|reparar casa|arreglo|arreglo de casa|travaux|amelioration|amelioration de la maison|
renovierung|modernisierung|umbau|sanierung`,
    },
    {
      // The shown value's own word; what the money would be invested in is not asked here.
      value: "investment",
      phrases: `invest|investing|inv|invst|invmt|investment property|invest property|real estate investment|real estate investing|RE investment|
property investment|invest real estate|invest in another property|inversion|invertir|inversion inmobiliaria|propiedad de inversion`,
    },
  ],
  doubtful: [
    {
      concept: "purchase",
      why: "purchase",
      phrases: `purchase|purch|pur|purchasing|prchs|buy|buying|buyer|to buy|acquisition|acquire|home purchase|purchase home|buy home|buy house|
new home|new purchase|home buying|first time buyer|first time home buyer|FTHB|pre approval|pre qualification|down payment|compra|comprar|comprar casa|
compra de casa|compra de vivienda|adquisicion|adquirir|buy out|lot purchase|land|purchase investment|investment purchase|buy investment property|
buy rental`,
    },
    {
      concept: "home equity",
      why: "equity-loan",
      phrases: `HELOC|HELOAN|HEL|HELN|HEI|HEA|HECM|reverse|reverse mortgage|home equity|home equity line|equity|equity line|equity release|LOC|
line of credit|credit line|second|second mortgage|2nd|2nd mortgage|2nd lien|second lien|2nd TD|second trust deed|home equity investment|
equity investment|home equity agreement|capital de la vivienda|capital|linea de credito|segunda hipoteca|valor liquido`,
    },
    {
      why: "building",
      phrases: `construction|construct|const|build|building|new construction|construction to perm|construction perm|construction to permanent|
construction permanent|OTC|ground up|rehab|rehabilitation|fix and flip|fix flip|flip|flipping|203k|bridge|construccion|construir|ADU|add ADU|build ADU`,
    },
    {
      why: "no-value-fits",
      phrases: `other|otro|otra|various|multiple|both|ambos|personal|personal use|personal expense|uso personal|business|business expense|
business capital|working capital|start business|negocio|education|college|tuition|school|student loan|educacion|medical|medical bill|medical expense|
medico|gastos medicos|emergency|emergencia|wedding|vacation|travel|boda|viaje|car|auto|vehicle|large purchase|major purchase|big purchase|tax|taxes|
impuesto|divorce|divorce buyout|divorcio|retirement|retiro jubilacion|reserve|savings|investor|stock|DSCR|furniture|DC|HI|debt|deuda|undecided|general|
household|everyday expense|living expense|cancel PMI|remove PMI|remove borrower|remove spouse|estate|inheritance|probate`,
    },
  ],
  // How the money is lent. What it is for may stand beside it: "cash-out / debt consolidation".
  weak: [
    {
      concept: "refinance",
      why: "refinance",
      phrases: `refinance|refi|refin|refinancing|refinanced|refy|RF|rate and term|rate n term|rt|RTR|rate|term|lower rate|lower payment|
lower my payment|reduce rate|reduce payment|rate reduction|better rate|IRRRL|IRRL|streamline|FHA streamline|no cash out|non cash out|no cash|
limited cash out|limited co|LCO|change of rate|simple refinance|conventional refi|refinanciar|refinanciamiento|refinanciacion|refinancia|bajar pago|
bajar tasa|mortgage|hipoteca`,
      beside: ["debtConsolidation", "homeImprovement"],
    },
    {
      concept: "cash out",
      why: "cash-out",
      phrases: `cash out|CO|cash|get cash|take cash out|cash back|cash from equity|pull cash|pull equity|pull equity out|access equity|tap equity|
equity out|cash out refi|cash out refinance|COR|CO refi|refi cash out|retiro de efectivo|retiro|sacar efectivo|sacar dinero|efectivo|obtener efectivo|
liquidity|liquidez`,
      beside: ["debtConsolidation", "homeImprovement"],
    },
  ],
  filler: `my home|my house|or|loan|for|to|of|my|the|our|some|purpose|prestamo|para|de|mi|mis|hacer|do|make|only|want|need|i want|i need|
would like|funds|money|high interest|and pay`,
};

const USAGE: Vocabulary = {
  certain: [
    {
      // The owner lives there: most forms and systems say it by one of these.
      value: "primaryResidence",
      phrases: `P|primary|primary res|primary resid|primary resi|primary dwelling|primary living|prim|prim res|prime residence|pri|pri res|prmry|PR|
1st home|first home|1 home|principal|principal res|principal dwelling|main|OO|OOC|OOCC|owner occ|own occ|ownr occ|owner occupant|owner occupy|
owner occupier|owner occupies|own occupied|owner ocupied|owner|owner user|borrower occupied|occupied by owner|occupied by borrower|self occupied|
personal residence|full time residence|year round residence|permanent residence|i do|we do|i live there|i live here|i live in it|live there|live here|
live in|live in it|living there|i live in|home i live in|house i live in|where i live|my home|my house|we live there|we live here|will live there|will occupy|to live in|borrower will occupy|primaria|
residencia primaria|residencia principal|hogar principal|residencia habitual|vivienda habitual|ocupada por propietario|ocupada por dueno|
ocupado por el propietario|ocupado por el dueno|dueno ocupante|propietario ocupante|vive ahi|vive alli|vive aqui|vive en|vivo ahi|vivo aqui|vivo alli|donde vivo|yo vivo ahi|
vivienda propia|residence principale|residence habituelle|hauptwohnsitz|eigennutzung|selbst genutzt`,
    },
    {
      // Held for rent or gain, or the owner does not live there.
      value: "investment",
      phrases: `I|investment unit|invest|investor|investing|inv|inv prop|inv property|invst|invmt|invmnt|invt|IP|NOO|NOOC|NOOCC|NOI|non owner|
non owner occ|non own occ|non owner ocupied|not owner occ|not owner occupied|non occupied|non own|n owner occ|no owner occupied|non owner occupant|
investor owned|rental|rental unit|rntl|rental income|income property|income prop|income producing|buy to let|buy and hold|for rent|to rent out|
rent out|rent it out|rent it to others|i rent it to others|rented to others|rented out|renting it out|landlord|inversion|propiedad de inversion|para inversion|casa de inversion|inversionista|renta|
para renta|para rentar|de renta|propiedad en renta|alquiler|para alquilar|de alquiler|en alquiler|no ocupada por el propietario|
no ocupado por el propietario|arrendamiento|para arrendar|la rento|la alquilo|locatif|investissement|investissement locatif|
kapitalanlage|vermietet`,
    },
    {
      value: "secondHome",
      phrases: `S|second|second res|second hm|2nd|2nd home|2nd hm|2nd house|2nd residence|2nd res|secondary|secondary res|sec home|sec hm|sec res|
scnd home|SH|2H|vacation|vac home|holiday home|holiday house|seasonal|weekend home|weekend house|segunda|segunda residencia|segundo hogar|secundaria|
residencia secundaria|vacaciones|vacacional|casa de vacaciones|casa de campo|casa de fin de semana|vivienda de vacaciones|residencia vacacional|residence secondaire|
maison de vacances|zweitwohnsitz|ferienhaus`,
    },
  ],
  doubtful: [
    {
      why: "two-uses",
      phrases: `mixed|mixed use|mixto|uso mixto|both|ambos|multiple|partial|partly|part|partially rented|live in one rent the other|house hack|
owner and tenant|owner tenant`,
    },
    {
      concept: "short stays",
      why: "short-stays",
      phrases: `vacation rental|short term|short term rental|STR|airbnb|vrbo|bed and breakfast|renta vacacional|renta a corto plazo|
alquiler vacacional`,
    },
    {
      why: "family-lives-there",
      phrases:
        "family|family member|relative|parent|children|child|kiddie condo|son|daughter|mother|familiar|occupied by family",
    },
    {
      why: "no-value-fits",
      phrases: `other|otro|otra|residential|residencial|personal|personal use|commercial|business|comercial|fix and flip|flip|flipping|rehab|resale|
land|new construction|under construction|construction|for sale|sold|former residence|previous residence|inherited|absentee|DSCR|own|owned|mortgaged|
no|n|false|lake house|beach house|cabin`,
    },
  ],
  weak: [
    // "Yes, it's my primary home" under "Do you live there?". "No second home" may be none.
    { why: "no-value-fits", phrases: "yes|si|y|true", beside: ["primaryResidence"] },
    { why: "no-value-fits", phrases: "no its|no it is", beside: ["investment", "secondHome"] },
    // An investment may have a tenant or not.
    {
      why: "let-not-use",
      phrases: `tenant|tenanted|tenant occ|rented|leased|let|rent|renter|lease|vacant|empty|unoccupied|vacante|vacia|desocupada|rentada|alquilada|
arrendada|ocupada|inquilino|month to month|renting|long term rental|LTR`,
      beside: ["investment"],
    },
  ],
  filler: `i will|we will|i plan to|we plan to|use it|full time|year round|all year|most of the year|myself|with my family|our|residence|res|home|house|property|prop|type|use|usage|occupancy|
occ|occupied|a|my|is|it|its|it is|as|only|será|es|mi|de|un|una|casa|propiedad|vivienda|current|currently`,
};

const RENTAL: Vocabulary = {
  certain: [
    {
      // Let for a year or more, in so many words.
      value: "longTerm",
      phrases: `long|LTR|LT|long term let|LT rental|LT lease|LT tenant|LT rented|lt rent|annual|annually leased|yearly|12 month|12 mo|
twelve month lease|1 yr lease|one year|1 year|1 yr|2 year lease|2 yr lease|two year lease|24 month lease|24 mo lease|year lease|multi year lease|
18 month lease|36 month lease|3 year lease|3 yr lease|largo plazo|largo|arrendamiento a largo plazo|contrato anual|renta anual|contrato de un ano|
contrato a un ano|largo termino`,
    },
    {
      value: "vacant",
      phrases: `vacancy|vacant rental|vac|vacnt|empty|unoccupied|not occupied|non occupied|not rented|unrented|not leased|unleased|not let|
not currently rented|not currently leased|not currently occupied|no tenant|no renter|without tenant|no one living there|nobody lives there|vacante|
vacia|vacio|desocupada|desocupado|deshabitada|deshabitado|no ocupada|no ocupado|sin inquilino|sin ocupante|no rentada|no rentado|no alquilada|
no alquilado|sin rentar|sin alquilar|libre|disponible sin inquilino`,
    },
  ],
  doubtful: [
    {
      why: "no-lease",
      phrases:
        "no lease|without lease|no current lease|no active lease|lease expired|expired lease|sin contrato",
    },
    {
      concept: "month to month",
      why: "month-to-month",
      phrases: `month to month|mo to mo|month 2 month|MTM|M2M|monthly|mes a mes|mensual|week to week|weekly|tenant at will|at will|periodic|holdover|
verbal lease|6 month lease|six month lease|6 month|6 mo lease|6 mo|3 month lease`,
    },
    {
      concept: "short term",
      why: "short-term-rental",
      phrases: `short|STR|ST|short term rental|short term lease|airbnb|vrbo|vacation|vacation rental|nightly|mid term|mid term rental|MTR|medium term|
medium term rental|corporate|corporate rental|seasonal|student|student rental|travel nurse|corto plazo|renta a corto plazo|alquiler vacacional|
renta vacacional|rental by room|room rental|rooms rented`,
    },
    {
      why: "who-lives-there",
      phrases: `owner|OO|owner occ|primary|primary residence|self|borrower|family|family member|relative|second home|NOO|non owner occupied|
propietario|dueno|familiar|caretaker|squatter`,
    },
    {
      why: "no-value-fits",
      phrases: `other|otro|otra|yes|y|si|true|investment|no|n|false|partially occupied|partially vacant|partial|partially leased|partially rented|
mixed|to be rented|will be rented|to be leased|for rent|for lease|listed|for sale|pending|under renovation|renovation|rehab|under construction|
new construction|soon|coming vacant|turnover|notice given|eviction|available|disponible|new purchase|purchase|one vacant|projected|market rent`,
    },
  ],
  weak: [
    {
      why: "lease-of-year",
      phrases: `leased|lease|tenant|tenanted|tenant occ|tenant occupied|has tenant|with tenant|with lease|occupied by tenant|fully leased|active lease|
under lease|arrendada|arrendado|inquilino|con inquilino`,
      beside: ["longTerm"],
      likely: "longTerm",
    },
    {
      concept: "let",
      why: "lease-length-open",
      phrases: `rented|rent|renting|rental|renter|let|occupied|occ|fully occupied|full|section 8|section 8 tenant|HUD tenant|housing voucher|furnished|
rentada|rentado|ocupada|ocupado|alquilada|alquilado|en renta|en alquiler|rented out|fixed term|renta|alquiler`,
      beside: ["longTerm"],
    },
  ],
  filler: `occupancy|unit|property|house|home|currently|current|is|now|the|term|status|propiedad|casa|actualmente|esta|contract|contrato|
agreement|in place`,
};

/** By the field's path. */
export const VOCABULARIES: ReadonlyMap<string, Vocabulary> = new Map([
  ["buildingType", BUILDING],
  ["loanPurpose", PURPOSE],
  ["propertyUsage", USAGE],
  ["statedInformation.rentalOccupancy", RENTAL],
]);
