import { ADDRESS_WORDS } from "./address-words.ts";
import { type Concepts, phrasesIn } from "./phrases.ts";

/**
 * What a word of a header is about. The rules make a meaning of the tags of all its words, so that their order matters
 * little. One word has one tag: what it means beside others (`home` in Home Phone, Home Type, Home City) is for the
 * rules to say. A `figure` is any other number.
 */
export type Tag = keyof typeof WORDS | "figure";

/**
 * The vocabulary of headers, by tag and language: lower case, without accents, words with digits apart ("address 1").
 * A phrase of several words is taken before its words are; the longest goes first. Plurals of words need no entry.
 */
export const WORDS = {
  // Whose.
  // A number behind these, or "second" in front, says that it is somebody beside the applicant: see `header-text.ts`.
  applicant: {
    en: `borrower | borr | borrw | bor | brwr | bwr | brw | b | applicant | appl | debtor | app 1 |
      primary borr | urla borrower`,
    es: "prestatario | solicitante | deudor | titular | acreditado",
    fr: "emprunteur | emprunteuse | demandeur",
    de: "antragsteller | kreditnehmer | darlehensnehmer",
  },
  person: {
    en: `client | customer | cust | buyer | homebuyer | contact | person | prospect | consumer | individual |
      member | mbr | invitee | contact point | contact info | contact information | contact details`,
    es: "cliente | contacto | persona | comprador | prospecto | interesado",
    de: "kunde | kundin",
  },
  hisOrHer: { en: "his | her | hers" },
  homeowner: {
    en: "homeowner | home owner | mortgagor | insured | named insured | policyholder",
  },
  lead: { en: "lead" },
  // As phrases, "co borrower" and "co owner" go before "borrower occupied" and "owner occupied".
  coApplicant: {
    en: `co borrower | co owner | cob | cb | c b | cb 1 | coapp | co app | app 2 | cosigner | co signer |
      cosignor | co signor | spouse | wife | husband | fiance | fiancee | significant other | guarantor | co guarantor |
      third borrower | third applicant`,
    es: "conyuge | esposa | esposo | aval | fiador",
    fr: "co emprunteur | conjoint | conjointe",
    de: "mitantragsteller | ehepartner",
  },
  others: {
    en: `loan officer | loan officers | lo | mlo | loan originator | originator | loan consultant | loan advisor |
      loan rep | loan specialist | loan processor | processor | underwriter | closer | funder |
      mortgage broker | mortgage banker | mortgage advisor | mortgage consultant | agent | realtor |
      real estate agent | real estate broker | broker | brokerage | correspondent | mortgagee | servicer |
      creditor | listing agent | buyers agent | buyer agent | buying agent | selling agent | sellers agent |
      seller agent | insurance agent | rea | referrer | referral | referral partner | referral source |
      referred by | referring | referred | refer | ref by | ref source | assigned | assigned to | assignee |
      attorney | lawyer | title company | title officer | title agent | title rep | escrow company |
      escrow officer | escrow agent | escrow | settlement agent | closing agent | seller | care of |
      emergency contact | emergency | lender | investor | investor name | branch | branches | manager |
      account manager | account executive | account exec | supervisor | advisor | adviser | banker | sales rep |
      sales representative | salesperson | sales person | salesman | representative | rep | builder | landlord |
      appraiser | notary | accountant | cpa | property manager | management company | trustee | beneficiary |
      relative | nearest relative | next of kin | kin | neighbor | hoa | team lead | teamlead | team leader |
      setter | telemarketer | caller | dialer | csr | isa | assistant | contact owner | lead owner |
      record owner | deal owner | opportunity owner | account owner | loan owner | task owner | hubspot owner |
      owner id | owner user | user | staff | created by | modified by | updated by | last modified by |
      entered by | submitted by | authorized representative | poa | power of attorney | contractor |
      signer | sponsor | sender | plaintiff | reo 1 | reo 2 | reo 3`,
    es: `agente | corredor | vendedor | abogado | prestamista | oficial prestamo | oficial de prestamos |
      oficial de credito | referido por | referido | asesor | asignado | asignado a | inmobiliaria |
      arrendador | subrogado`,
    fr: "courtier",
    de: "berater | makler",
  },
  personal: { en: "personal | personal info | personal information | private" },
  owner: { en: "on title | owner | ownr | titleholder", es: "propietario | dueno" },
  tenant: { en: "tenant | lessee", es: "inquilino | arrendatario" },
  employer: { en: "employer | emp | employment | employer 1", es: "empleador" },
  company: {
    en: "company | organization | organisation | firm | corporate | corporation | companies | biz",
    es: "empresa | compania",
  },

  // Which address.
  property: {
    en: `property | prop | ppty | collateral | collat | real estate | re | property of interest | premises |
      realty | sub prop | subprop | site | situs | income property | jobsite | job site | project site | insured location | the home | the house | this home | this house`,
    es: "inmueble | propiedad | garantia",
    fr: "bien | bien immobilier | propriete",
    de: "objekt | immobilie",
  },
  subject: { en: "subject | subj | subjprop | sbj" },
  rental: { en: "rental", es: "alquiler | arriendo | arrendamiento" },
  investment: { en: "investment | invest | inv", es: "inversion" },
  loan: {
    en: `loan | transaction | trans | txn | mortgage | mortg | mtg | mtge | heloc | financing | finance | borrow |
      borrowing | borrowed`,
    es: "prestamo | hipoteca | credito hipotecario | credito",
    fr: "pret | hypotheque",
    de: "kredit | darlehen",
  },
  refinance: {
    en: "refi | refinance | refinancing | refin",
    es: "refinanciamiento | refinanciacion | refinanciar",
  },
  purchase: { en: "purchase | purchasing | buying | purch", es: "compra" },
  home: { en: "home | hm", es: "casa | hogar" },
  dwelling: {
    en: "dwelling | structure | building | bldg | bld | house | housing | hse",
    es: "vivienda | edificio",
  },
  residence: {
    en: `residence | residential | resid | resi | res | residing | reside | living | live | domicile | dwell |
      residency | lived`,
    es: "residencia | residencial | domicilio | vive | vivienda actual | casa actual",
    de: "wohnsitz | wohnadresse",
  },
  current: {
    en: "current | currently | present | presently | curr | cur | pres | currentl | existing | now",
    es: "actual | actualmente",
  },
  mailing: {
    en: `mailing | mail to | mailto | billing | shipping | postal address | bill to | billto | ship to | shipto |
      bill | correspondence`,
    es: "correspondencia | direccion postal | facturacion | envio",
  },
  previous: {
    en: `previous | previously | former | formerly | prior | prev | old | prior residence | res 2 | res 3 |
      residence 2 | residence 3`,
    es: "anterior",
    fr: "precedente | precedent",
    de: "vorherige",
  },
  work: {
    en: "work | office | off | business | job | wk | bus | day | daytime | wrk | ofc",
    es: "trabajo | oficina | negocio | laboral",
  },

  // Which part of an address.
  street: {
    en: "street | strt | str | streetline | avenue",
    es: "calle y numero | calle y no | calle numero | calle",
    fr: "rue",
    de: "strasse | strasse und hausnummer | strasse nr",
  },
  address: {
    en: "addr | adr | add | addy | addres | adress | location | located | addresses",
    es: "direccion | ubicacion",
    fr: "adresse",
  },
  houseNumber: {
    en: "house number | house no | house # | hse number | hse no | hse # | house num | house nbr | house nr",
    es: `num ext | no ext | numero ext | num exterior | no exterior | numero exterior | # ext | # exterior`,
    de: "hausnummer | hausnr",
  },
  direction: { en: "dir | direction" },
  directionBefore: { en: "predir | pre dir | pre direction | dir prefix | direction prefix | street prefix" },
  directionBehind: { en: "postdir | post dir | post direction | dir suffix | direction suffix" },
  line: { en: "line", es: "linea" },
  city: {
    en: "city | town | suburb | township | municipality | cities | cty town",
    es: "ciudad | municipio | poblacion | localidad | pueblo",
    fr: "ville",
    de: "stadt | wohnort",
  },
  state: {
    en: "state | st | province | region | prov | stateorprovince",
    es: "provincia",
    de: "bundesstaat | bundesland",
  },
  estado: { es: "estado | edo", fr: "etat" },
  zip: {
    en: `zip | zipcode | postcode | post code | postalcode | postal | zip 5 | zipcode 5 | zip code 5 | c p | cp |
      zips | postal zip | zc | zp | zip plus 4 | zip plus four | zip code plus 4`,
    es: "codigo postal | cod postal | codpostal | codigopostal",
    fr: "code postal",
    de: "plz | postleitzahl",
  },
  county: { en: "county | cnty | parish", es: "condado" },
  unit: {
    en: `${ADDRESS_WORDS.unit.en} | apmt | appt unit | flat`,
    es: `${ADDRESS_WORDS.unit.es} | num int | no int | numero int | num interior | no interior | numero interior |
      # int | # interior`,
  },
  condo: {
    en: "condo | condominium | townhouse | townhome | town house | town home",
    es: "condominio",
  },
  kindOfHome: { en: "single family | multi family | multifamily | multi unit" },
  units: { en: "units | apartments | doors | families", es: "unidades | familias" },

  // A person.
  name: { en: "name | nm", fr: "nom" },
  nombre: { es: "nombre" },
  full: { en: "full | formatted | complete | entire | whole", es: "completo | completa", fr: "complet" },
  first: {
    en: "first | fname | fn | f name | forename | given | frst | fst | 1 st name",
    es: "nombres | nombre s | primer nombre | nombre de pila | primero",
    fr: "prenom | prenoms",
    de: "vorname | vornamen",
  },
  middle: {
    en: "middle | mi | mid | mname | m name | m i | initial | mn | second name",
    es: "segundo nombre | inicial",
  },
  last: {
    en: "last | lname | l name | surname | family | lst | sur name",
    es: "apellido | apellido s | primer apellido | apellido paterno",
    fr: "nom de famille",
    de: "nachname | familienname",
  },
  suffix: { en: "suffix | sfx | generation", es: "sufijo" },
  email: {
    en: "email | e mail | e mails | eml | em | electronic mail | emailid | mail id",
    es: "correo | correo electronico | correo e",
    fr: "courriel | adresse electronique | adresse courriel",
  },
  mail: { en: "mail" },
  phone: {
    en: `phone | ph | phn | tel | tele | telephone | contact number | contact no | contact num | contact # |
      best number | best no | best # | good number | best contact number | best number to call |
      best number to call you | good number to call | number to call you | number to reach |
      number can we call | number we can call | number to call | number reach | callback number | callback |
      call back number | preferred number | preferred contact number | phone no | fone`,
    es: "telefono | numero de contacto",
    de: "telefon | telefonnummer | rufnummer",
  },
  mobile: {
    en: `mobile | cell | cel | cellphone | cellular | mob | sms | text number | whatsapp | whats app |
      mobilephone | wireless | text reminder`,
    es: "celular | movil",
    fr: "portable | cellulaire",
    de: "handy | mobil",
  },
  evening: { en: "evening | eve | night | nighttime", es: "noche" },
  extension: { en: "extension | ext | extn" },

  // What the lead is about.
  type: {
    en: "type | kind | style | typ | category",
    es: "tipo | clase",
    de: "objektart | immobilienart",
  },
  use: {
    en: `use | do with | usage | used | uses | using | intent | intention | intended |
      intend`,
    es: "usados | uso | usa | usan | usara | usar | usas | utiliza | utilizara",
    fr: "utilisation",
    de: "nutzung | nutzungsart",
  },
  occupancy: {
    en: "occupancy | occ | occup | occpy | occupied | occupant | occupancies | occupy",
    es: "ocupacion | ocupada | ocupado",
  },
  ownerOccupied: {
    en: `owner occupied | owner occ | owner occupancy | owner occupant | owner occupy | owneroccupied | ownerocc |
      owner occup | borrower occupied | occupied by owner | oo | o o | noo | non owner occupied`,
    es: "ocupada por el propietario",
  },
  willBe: {
    en: `will occupy as | will occupy property as | occupy as | intends to occupy as | to be occupied as |
      property will be | prop will be | will be | residence will be | home will be`,
  },
  primaryResidence: {
    en: `primary residence | primary home | principal residence | principal home | primary res | main residence |
      main home`,
    es: "residencia principal | vivienda principal | residencia primaria | casa principal",
  },
  secondHome: {
    en: "second home | secondary home | 2 nd home | vacation home",
    es: "segunda residencia | segunda casa",
  },
  lease: {
    en: "long term | short term | longterm | shortterm | str ltr | ltr str | lease | lease term",
    es: `arrendamientos | contrato de renta | contrato de alquiler | contrato de arrendamiento |
      contrato de arriendo`,
  },
  let: {
    en: "leased | rented | vac | vacant | renting | rented out",
    es: "alquilada | alquilado | arrendada | arrendado | desocupada | desocupado | vacante",
  },
  tenancy: { en: "tenancy | vacancy | rental status | rental occupancy | tenancies" },
  rent: {
    en: `rent | in place rent | in place rents | rent received | rents received | rent rec d | rent collected |
      rents collected | rent out | rent it out | tenant pays | actual rent | actual rents |
      expected monthly rental income | expected gross monthly rental income`,
    es: "renta | renta que recibe | renta recibida | renta cobrada",
    fr: "loyer",
    de: "miete",
  },
  monthly: {
    en: `monthly | month | per month | mo | mthly | mnthly | mth | a month | pm | each month | every month`,
    es: "mensual | mensuales | por mes | al mes",
  },
  gross: { en: "gross | grs", es: "bruto | bruta" },
  purpose: {
    en: "purpose | loan for | money for | purp",
    es: "proposito | finalidad",
    fr: "but du pret | objet du pret",
    de: "verwendungszweck",
  },
  reason: {
    en: "why | what do you need | what will you do | goal | objective | reason | strategy",
    es: "para que | motivo | razon | objetivo",
  },
  funds: { en: "funds | proceeds | money | cash | cash out | cashout", es: "fondos | dinero" },
  purchaseOrRefinance: {
    en: `purchase or refinance | purchase refinance | purchase or refi | purchase refi | refinance or purchase |
      refinance purchase | refi or purchase | refi purchase | buying or refinancing | refinancing or buying |
      buy or refinance | purch refi`,
    es: "compra o refinanciamiento",
  },
  listed: {
    en: `listed | mls listed | on mls | on the mls | for sale | on the market | on market | list for sale |
      up for sale | listing`,
    es: "venta | listada | listado",
  },
  bought: {
    en: "purchased | bought | you buy | acquired | purchased or",
    es: "comprado | comprada | compro | adquirida | adquirido",
  },
  mortgaged: {
    en: `mortgaged | put a mortgage on | put a mortgage | subject to mortgage | subject to a mortgage |
      or new mortgage | or new mtg | or new loan | take out a loan | took out a loan | take out a mortgage | took out a mortgage | taken out a mortgage | take a mortgage | took a mortgage |
      taken a mortgage | get a mortgage | got a mortgage | subj to mortgage | subject to mtg | encumbered |
      refinanced`,
    es: "hipotecado | hipotecada | hipoteco | sujeta a hipoteca | sujeta a una hipoteca",
  },
  liabilities: {
    en: "liabilities | liability | liab | obligations",
    es: "pasivos | deudas | obligaciones",
  },
  derogatory: {
    en: `bankruptcy | bankruptcies | bankrupt | bk | bks | bkr | foreclosure | foreclosed | fc | fcl | short sale |
      short sales | deed in lieu | deeds in lieu | judgment | judg | judgmt | jdgmt | judgement | derogatory |
      derogatories | derog | dil | liens | credit event | credit events`,
    es: "bancarrota | ejecucion hipotecaria | ejecuciones hipotecarias | quiebra | embargo",
  },
  sixMonths: {
    en: `l 6 m | 6 months | 6 month | 6 mos | 6 mo | 6 m | 6 mths | 6 mth | six months | six month | six mos |
      180 days | half year | half a year`,
    es: "6 meses | seis meses",
  },
  fourYears: {
    en: `l 4 y | 4 years | 4 year | 4 yrs | 4 yr | 4 y | four years | four year | four yrs | 48 months | 48 mos |
      48 mo`,
    es: "4 anos | cuatro anos | 4 ano",
  },
  reference: { en: "reference | ref | refno", es: "referencia" },
  affiliate: { en: "affiliate | aff", es: "afiliado" },
  partner: { en: "partner | our", es: "socio" },
  external: { en: "external | extern", es: "externo" },
  id: { en: "id | ids | identifier | guid | uuid | identification | iden", es: "identificador" },

  // Between.
  number: { en: "number | num | no | nbr | nr | # | n", es: "numero | nro" },
  count: {
    en: "count | total | how many | qty | quantity | number of | no of | num of | # of | cnt | nbr of",
    es: "cuantas | cuantos | cantidad",
  },
  code: {
    en: "code | cd | abbreviation | abbr | abbrev | initials",
    es: "codigo | sigla",
  },
  description: { en: "description | desc | descr" },
  status: { en: "status | situation | stat", es: "estatus | situacion" },
  primary: { en: "primary | main | principal | prim | pri", es: "primario | primaria" },
  preferred: { en: "preferred | best | good | default", es: "preferido | mejor" },
  secondary: {
    en: `secondary | alternate | alternative | alt | altern | second | other | additional | 2 nd | backup |
      another`,
    es: "secundario | alterno | alternativo | otro | otra | segundo | segunda | materno | materna",
  },
  one: { en: "1 | 0 | one | 1 st | 01", es: "uno" },
  two: { en: "2 | two | ii | 02", es: "dos" },
  same: { en: "same | identical", es: "igual | mismo | misma" },
  asks: {
    en: "is | are | do | does | did | has | have | had | will | was | were | can | would | should",
    es: "es | tiene | ha | ha estado | ha sido | esta | estuvo | hay",
  },
  filler: {
    en: `the | of | a | an | your | these | tab | please | enter | provide | what | which | it | its | to | in | at | on |
      for | by | with | w | and | or | be | you | we | i | me | my | this | that | how | where | s | as | from |
      per | data | field | text | info | information | form | custom | cf | hs | e | within | past | during |
      financed | recent | into | any | ever | been | entered | indicator | flag | given by | input | answer |
      gse | urla | legal | being | like | there | yes no | yes or no | y n | y or n | s n | true false |
      best describes | let start with | optional | required | similar | usd | us | box | detail | txt | node | declaration | want | need |
      may | much | receive | collect | collected | describes | reach | own | record | deal | opportunity |
      request | fill | following | select | choose | tell | someone | who | if | so | application info |
      applicantinfo | lower | each | appended | at any time | anytime | declared | filed | such | or other | our records |
      plan | planning | looking | get | going | hi | hello | hey | great | thank | awesome | perfect | cool |
      nice | ok | okay | first things first | should we send the quote to | physical | with area code |
      including area code | against | in place | user column | meet | to call | find | about | c | pc | r | q |
      ordinal | obj | object | attribute | properties | payload | body | properties name`,
    es: `el | la | los | las | de | del | y | o | u | en | su | sus | tu | tus | un | una | que | cual | como |
      por | para | lo que | se | al | favor | ingrese | ultimos | ultimas | ahi | alli | si no | si o no |
      donde | previsto | prevista | hola | gracias | necesita | quiere | quieres | cobra | cobran | tienes | tengo | tenido | puesto | puesta | cuales son |
      legales | fisica | financiar`,
    fr: "du | le | et | votre | quel | quelle",
    de: "der | die | und | ihr | ihre",
  },

  // Beside what a lead is about.
  income: { en: "income | inc", es: "ingreso" },
  amount: { en: "amount | amt | value | how much", es: "monto | importe | cuanto" },
  period: { en: "yrs | year | yr | days | months | mos", es: "meses | anos | ano" },
  different: { en: "different" },

  // What a lead may be filed under. It makes a header irrelevant, unless that speaks of the property.
  aside: {
    en: `lock | locked | appraisal | appraised | closing | closed | close | file | application | case | doc |
      docs | document | list | test | contract | project | product | program | account | insurance |
      flood | construction | event | entity | condition | inspection | system | legacy | contingency |
      agreement | credit | folder | milestone`,
  },

  // Nothing of a lead: one of these words makes it irrelevant, whatever else stands there.
  irrelevant: {
    en: `note | comment | remark | message | memo | campaign | source | medium | utm | keyword | channel |
      date | time | timestamp | timezone | created | create | updated | update | modified | changed | added |
      imported | received | submitted | submission | contacted | called | activity | activities | touch |
      touches | attempt | disposition | lifecycle | denial | stage | pipeline | rating | priority | score |
      grade | fico | valuation | worth | price | balance | payment | pmt | piti | pitia | equity | ltv | cltv |
      hcltv | dti | dscr | rate | apr | interest | points | fee | fees | cost | taxes | tax | mi company | pmi |
      premium | lien | first mortgage | 1 st mortgage | second mortgage | 2 nd mortgage | salary | wage |
      earnings | asset | reserves | savings | revenue | expense | debt | dob | birth | birthday | birthdate |
      age | ssn | social security | tin | ein | itin | gender | sex | race | ethnicity | marital | married |
      citizenship | citizen | dependents | dependants | education | military | veteran | title | salutation |
      prefix | occupation | position | profession | industry | seniority | website | web site | url | link |
      linkedin | linked in | facebook | twitter | instagram | skype | fax | country | cc | latitude | longitude |
      lat | lng | lon | geo | msa | fips | census | tract | apn | parcel | mls | sqft | sq ft | square feet |
      square footage | beds | bedroom | baths | bathroom | built | lot | acreage | pool | garage | stories |
      ip | browser | device | user agent | referer | landing | page | ad | ads | adset | adname | adid |
      form name | form id | formname | formid | creative | click | gclid | fbclid | platform | organic | tag |
      tags | segment | group | team | department | office hours | optin | optout | opted | unsubscribed |
      subscribed | subscribe | subscription | consent | tcpa | dnc | do not email | do not contact | agree |
      agreed | permission | privacy | trusted form | trustedform | jornaya | universal leadid | token |
      certificate | cert | session | visitor | cookie | bounced | bounce | opened | sent | sends | delivered |
      replied | unopened | quarantined | invalid | domain | eligible | conversion | converted | convert |
      engagement | won | lost | term | amortization | amort | arm | preapproved | preapproval | prequalified |
      approved | approval | denied | decision | qualified | language | gift | hobby | anniversary | nickname |
      nick name | maiden | alias | aka | username | user name | password | login | photo | picture | avatar |
      image | label | attachment | employee | school | degree | hired | self employed | license | licence |
      licensed | lic | nmls | currency | measure | version | revision | sequence | seq | index | row |
      checksum | hash | deleted | archived | duplicate | temperature | urgency | timeframe | timeline | when |
      first time buyer | first contact | last contact | first response | duration | length | since | until |
      vendor | provider | supplier | publisher | buyer id | sub affiliate | subid | sub id | sub 1 | sub 2 |
      sub 3 | s 1 | s 2 | s 3 | pubid | cpl | revshare | payout | own or rent | own rent | rent or own |
      rent own | rent vs own | own vs rent | rent paid | rent you pay | rent roll | legal description | subject line |
      email subject | template | workflow | automation | sync | integration | checkbox | survey | quiz | opt |
      webinar | meeting | appointment | task | recording | residency status | residency type |
      residence status | residency basis | formation | incorporation | area code | dial code | calling code | carrier | line type |
      phone type | email type | address type | borrower type | contact type | customer type | client type |
      lead status | loan status | zestimate | avm | arv | ltc | rehab | budget | estate | vesting | llc |
      trust | manner | zoning | acre | renovation | repairs | mins | minutes | seconds | call | voicemail |
      working | worked | work order | address verified | email verified | phone verified | address valid |
      email valid | phone valid | verified on | verification | validated | validation | email status |
      phone status | bank | store | referral id | deal name | opportunity name | ping | post | api | key |
      webhook`,
    es: `pais | idioma | puntaje | fecha | notas | comentarios | origen | fuente | valor |
      cantidad de prestamo | precio | saldo | tasa | estado civil | edo civil | estado del lead | estado lead |
      estado del prospecto | estado de la solicitud | estado del prestamo | nacimiento | edad | sexo | campana |
      mensaje | observaciones | hora | vendido | etapa | pago | enganche | nacionalidad | seguro | renta que paga |
      renta pagada`,
    fr: "etat civil | naissance | montant | remarques | commentaires",
    de: "anrede | bemerkung | bemerkungen | geburtsdatum | betrag | familienstand",
  },
} as const satisfies Concepts;

/** Tag of each word and text of several words. A word's plural means the same, unless it stands there itself. */
export const TAG_BY_PHRASE: ReadonlyMap<string, Tag> = tagsByPhrase();

function tagsByPhrase(): ReadonlyMap<string, Tag> {
  const tags = new Map<string, Tag>();
  const plurals: [string, Tag][] = [];
  for (const [tag, phrases] of Object.entries(WORDS)) {
    for (const phrase of phrasesIn(phrases)) {
      tags.set(phrase, tag as Tag);
      if (phrase.length > 3 && !phrase.includes(" ")) plurals.push([`${phrase}s`, tag as Tag]);
    }
  }
  for (const [plural, tag] of plurals) if (!tags.has(plural)) tags.set(plural, tag);
  return tags;
}
