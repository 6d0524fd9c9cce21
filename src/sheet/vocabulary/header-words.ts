/**
 * What a word of a header is about. The grammar makes a meaning of the tags of all its words, so that their
 * order matters little. One word has one tag: what it means beside others (`home` in Home Phone, Home Type,
 * Home City) is the grammar's business.
 */
export type Tag = keyof typeof WORDS | "figure";

/**
 * The vocabulary of the trade: lower case, without accents, words with digits apart ("address 1"). A text of
 * several words is taken before its words are; the longest goes first.
 */
export const WORDS = {
  // Whose.
  applicant: listed(
    "borrower | borrowers | borr | borrw | bor | brwr | bwr | brw | b | borrower 1 | borr 1 | bor 1 | brwr 1 | bwr 1 | brw 1 | b 1 | borrower # 1 | borrower no 1 | applicant # 1 | applicant | applicants | appl",
    "applicant 1 | appl 1 | app 1 | applicant one | borrower one | prestatario | solicitante | deudor | titular | acreditado",
    "borrower 0 | applicant 0 | borrowers 0 | applicants 0 | primary borr | urla borrower",
  ),
  person: listed(
    "client | clients | customer | customers | cust | buyer | homebuyer | contact | contacts | person | prospect",
    "consumer | individual | cliente | contacto | persona | comprador | prospecto | interesado | member | client 1 | contact 1 | customer 1 | member 1 | member one | contact one | client one",
    "buyer 1 | contact point | contact info | contact information | contact details",
  ),
  homeowner: listed("homeowner | homeowners | home owner | mortgagor"),
  lead: listed("lead | leads"),
  coApplicant: listed(
    "co borrower | coborrower | co borrowers | coborrowers | co borr | coborr | co bor | cobor | co brwr | cobrwr | co bwr | cobwr | co brw | cobrw | cb | c b | cb 1 | borrower # 2 | borrower no 2 | applicant # 2 | bwr 2 | brw 2 | co b | cob",
    "co applicant | coapplicant | co applicants | coapplicants | co app | coapp | co appl | coappl | co client | coclient | co buyer | cobuyer",
    "co owner | coowner | co signer | cosigner | co signor | cosignor | co mortgagor | comortgagor | co contact | co debtor | co homeowner",
    "spouse | spouses | wife | husband | fiance | significant other | guarantor | guarantors | co guarantor",
    "borrowers 1 | applicants 1 | b 2 | b 3 | b 4 | borrower 2 | borrower 3 | borrower 4 | borrower two | borr 2 | borr 3 | borr 4 | bor 2 | brwr 2",
    "applicant 2 | applicant 3 | applicant 4 | applicant two | appl 2 | app 2 | client 2 | buyer 2 | customer 2 | contact 2 | owner 2 | member 2 | member two | contact two | client two | owner two",
    "second borrower | second applicant | second buyer | second contact | 2 nd borrower | 2 nd applicant | 2 nd borr | secondary borrower",
    "secondary applicant | secondary contact | additional borrower | additional applicant | other borrower | other applicant | joint borrower",
    "joint applicant | third borrower | third applicant | secondary owner | second owner | other owner",
    "coprestatario | co prestatario | cosolicitante | co solicitante | codeudor | co deudor | coacreditado | conyuge | esposa | esposo | aval | fiador",
    "segundo prestatario | segundo solicitante | cotitular",
  ),
  others: listed(
    "loan officer | loan officers | lo | mlo | loan originator | originator | loan consultant | loan advisor | loan rep | loan specialist",
    "loan processor | processor | underwriter | closer | funder | mortgage broker | mortgage banker | mortgage advisor | mortgage consultant",
    "agent | agents | realtor | realtors | real estate agent | real estate broker | broker | brokers | brokerage | correspondent | mortgagee | servicer | creditor | creditors | listing agent | buyers agent",
    "buyer agent | buying agent | selling agent | sellers agent | seller agent | insurance agent | rea | referrer | referrers | referral",
    "referral partner | referral source | referred by | referring | referred | refer | ref by | ref source",
    "assigned | assigned to | assignee | attorney | lawyer | title company | title officer | title agent | title rep | escrow company",
    "escrow officer | escrow agent | escrow | settlement agent | closing agent | seller | sellers | care of | emergency contact | emergency | lender",
    "lenders | investor name | branch | branches | manager | account manager | account executive | account exec | supervisor | advisor",
    "adviser | banker | sales rep | sales representative | salesperson | sales person | salesman | representative | rep | builder",
    "landlord | appraiser | notary | accountant | cpa | property manager | management company | trustee | beneficiary | relative",
    "nearest relative | next of kin | kin | neighbor | hoa | team lead | teamlead | team leader | setter | telemarketer | caller | dialer | csr | isa | assistant",
    "contact owner | lead owner | record owner | deal owner | opportunity owner | account owner | loan owner | task owner | hubspot owner",
    "owner id | owner user | user | users | staff | created by | modified by | updated by | last modified by | entered by | submitted by",
    "agente | corredor | vendedor | abogado | prestamista | oficial prestamo | oficial de prestamos | oficial de credito | referido por | referido | asesor",
    "asignado | asignado a | inmobiliaria | arrendador | subrogado | authorized representative | poa | power of attorney",
  ),
  personal: listed("personal | personal info | personal information | private"),
  owner: listed("on title | owner | owners | owner 1 | propietario | dueno | titleholder"),
  tenant: listed("tenant | tenants | lessee | inquilino | inquilinos | arrendatario"),
  employer: listed("employer | emp | employers | employment | empleador | employer 1"),
  company: listed(
    "company | organization | organisation | firm | corporate | corporation | empresa | compania | companies | biz",
  ),

  // Which address.
  property: listed(
    "property | propertys | prop | props | ppty | collateral | collat | real estate | re | inmueble | propiedad | property of interest | premises | realty | garantia | sub prop | subprop | site | situs",
  ),
  subject: listed("subject | subj | subjprop | sbj"),
  rental: listed("rental | rentals | alquiler | arriendo | arrendamiento"),
  investment: listed("investment | invest | inv | inversion"),
  loan: listed(
    "loan | loans | transaction | trans | txn | mortgage | mortg | mtg | mtge | prestamo | hipoteca | credito hipotecario | credito | heloc | financing | finance | borrow | borrowing | borrowed",
  ),
  refinance: listed(
    "refi | refinance | refinancing | refinanciamiento | refinanciacion | refinanciar | refin",
  ),
  purchase: listed("purchase | purchasing | buying | compra | purch"),
  home: listed("home | homes | casa | hogar | hm"),
  dwelling: listed(
    "dwelling | structure | building | bldg | bld | house | housing | vivienda | edificio | hse",
  ),
  residence: listed(
    "residence | residential | resid | resi | res | residing | reside | resides | living | live | lives | residencia | residencial",
    "domicilio | domicile | vive | vives | dwell | residences | residency | lived",
  ),
  current: listed(
    "current | currently | present | presently | curr | cur | pres | actual | actualmente | currentl | existing",
  ),
  mailing: listed(
    "mailing | mail to | mailto | billing | shipping | postal address | bill to | billto | ship to | shipto | bill | correspondence",
    "correspondencia | direccion postal | facturacion | envio",
  ),
  previous: listed(
    "previous | previously | former | formerly | prior | prev | anterior | old | prior residence | res 2 | res 3 | residence 2 | residence 3",
  ),
  work: listed(
    "work | office | off | business | job | wk | bus | trabajo | oficina | negocio | laboral | day | daytime | wrk | ofc",
  ),

  // Which part of an address.
  street: listed(
    "street | calle y numero | calle y no | calle numero | strt | str | calle | streetline | avenue",
  ),
  address: listed(
    "address | addr | adr | addrs | add | addres | adress | direccion | location | ubicacion | located | addresses",
  ),
  houseNumber: listed(
    "num ext | no ext | numero ext | num exterior | no exterior | numero exterior | # ext | # exterior",
  ),
  direction: listed(
    "dir | direction | predir | postdir | pre dir | pre direction | post dir | post direction | dir prefix | dir suffix | direction prefix | direction suffix | street prefix",
  ),
  line: listed("line | linea"),
  city: listed(
    "city | town | suburb | township | municipality | ciudad | municipio | poblacion | localidad | cities | cty town",
  ),
  state: listed("state | st | province | region | provincia | prov | states | stateorprovince"),
  estado: listed("estado | edo"),
  zip: listed(
    "zip | zipcode | postcode | post code | postalcode | postal | zip 5 | zipcode 5 | zip code 5 | codigo postal | cod postal | c p | cp | codpostal | zips | codigopostal | postal zip",
  ),
  county: listed("county | condado | cnty | parish"),
  unit: listed(
    "num int | no int | numero int | num interior | no interior | numero interior | # int | # interior | unit | apt | apartment | suite | ste | unidad | apto | apartamento | departamento | depto | dpto | apmt | appt unit | flat",
  ),
  condo: listed(
    "condo | condos | condominium | condominio | townhouse | townhouses | townhome | townhomes | town house | town home",
  ),
  units: listed("units | unidades | apartments | doors"),

  // A person.
  name: listed("name | names | nm"),
  nombre: listed("nombre"),
  full: listed("full | formatted | complete | entire | completo | completa | whole"),
  first: listed(
    "first | fname | fn | f name | forename | given | frst | fst | nombres | nombre s | primer nombre | nombre de pila | 1 st name | primero",
  ),
  middle: listed(
    "middle | mi | mid | mname | m name | m i | initial | mn | segundo nombre | inicial | second name",
  ),
  last: listed(
    "last | lname | l name | surname | family | lst | apellido | apellidos | apellido s | primer apellido | apellido paterno | sur name",
  ),
  suffix: listed("suffix | sufijo | generation"),
  email: listed(
    "email | emails | e mail | e mails | eml | em | correo | correo electronico | correo e | electronic mail | emailid | mail id",
  ),
  mail: listed("mail"),
  phone: listed(
    "phone | phones | ph | phn | tel | tele | telephone | telefono | telefonos | contact number | contact no | contact num | contact #",
    "best number | best no | best # | good number | best contact number | best number to call | best number to call you | good number to call | number to call you | number to reach | number can we call | number we can call | number to call | number reach | callback number | callback | call back number",
    "preferred number | preferred contact number | numero de contacto | phone no | fone",
  ),
  mobile: listed(
    "mobile | cell | cel | cellphone | cellular | celular | movil | mob | sms | text number | whatsapp | whats app | cellphones | mobilephone | wireless",
  ),
  evening: listed("evening | eve | night | nighttime | noche"),
  extension: listed("extension | ext | extn"),

  // What the lead is about.
  type: listed("type | types | type description | type desc | kind | style | tipo | clase | typ | category"),
  use: listed(
    "use | use description | use desc | do with | usage | used | uses | using | usados | uso | usa | usan | usara | usaras | usar | usas | utiliza | utilizas | utilizara | intent | intention | intended | intend",
  ),
  occupancy: listed(
    "occupancy | occ | occup | occpy | occupied | occupant | ocupacion | occupancies | ocupada | ocupado | occupy",
  ),
  ownerOccupied: listed(
    "owner occupied | owner occ | owner occupancy | owner occupant | owner occupy | owneroccupied | ownerocc | owner occup",
    "borrower occupied | occupied by owner | ocupada por el propietario | oo | o o | noo | non owner occupied",
  ),
  willBe: listed(
    "will occupy as | will occupy property as | occupy as | intends to occupy as | to be occupied as | property will be | prop will be | will be | residence will be | home will be",
  ),
  primaryResidence: listed(
    "primary residence | primary home | principal residence | principal home | primary res | residencia principal | vivienda principal | residencia primaria",
    "casa principal | main residence | main home",
  ),
  secondHome: listed(
    "second home | secondary home | 2 nd home | vacation home | segunda residencia | segunda casa",
  ),
  lease: listed(
    "long term | short term | longterm | shortterm | str ltr | ltr str | lease | leases | arrendamientos",
  ),
  let: listed(
    "leased | rented | vac | vacant | renting | alquilada | alquilado | arrendada | arrendado | desocupada | desocupado | vacante | rented out",
  ),
  tenancy: listed("tenancy | vacancy | rental status | rental occupancy | tenancies"),
  rent: listed(
    "rent | rents | in place rent | in place rents | renta | rentas | rent received | rents received | rent rec d | rent collected | rents collected",
  ),
  monthly: listed(
    "monthly | month | per month | mo | mthly | mnthly | mth | mensual | mensuales | por mes | al mes | a month | pm | each month | every month",
  ),
  gross: listed("gross | bruto | bruta | grs"),
  purpose: listed("purpose | loan for | purp | purposes | proposito | finalidad"),
  reason: listed(
    "why | para que | what do you need | what will you do | goal | goals | objective | reason | reasons | motivo | razon | objetivo",
  ),
  funds: listed("funds | proceeds | money | cash | fondos | dinero | cash out | cashout"),
  purchaseOrRefinance: listed(
    "purchase or refinance | purchase refinance | purchase or refi | purchase refi | refinance or purchase | refinance purchase | refi or purchase | refi purchase",
    "buying or refinancing | refinancing or buying | compra o refinanciamiento | buy or refinance | purch refi",
  ),
  listed: listed(
    "listed | mls listed | on mls | on the mls | listed on mls | listed on the mls | for sale | on the market | on market | en venta | venta | list for sale | listed for sale | listada | listado | up for sale | puesta en venta | listing",
  ),
  bought: listed(
    "purchased | bought | you buy | acquired | comprado | comprada | compro | adquirida | adquirido | purchased or",
  ),
  mortgaged: listed(
    "mortgaged | subject to mortgage | subject to a mortgage | take out a mortgage | took out a mortgage | taken out a mortgage | take a mortgage | took a mortgage | taken a mortgage | get a mortgage | got a mortgage | subj to mortgage | subject to mtg | hipotecado | hipotecada | hipoteco | sujeta a hipoteca",
    "sujeta a una hipoteca | encumbered | refinanced",
  ),
  liabilities: listed("liabilities | liability | pasivos | deudas | liabs | liab | obligaciones"),
  derogatory: listed(
    "bankruptcy | bankruptcies | bankrupt | bk | bks | bkr | foreclosure | foreclosures | foreclosed | fc | fcl | bancarrota | bancarrotas",
    "ejecucion hipotecaria | ejecuciones hipotecarias | quiebra | quiebras | short sale | short sales | deed in lieu | deeds in lieu | judgment",
    "judg | judgs | judgmt | judgmts | jdgmt | judgments | judgement | judgements | derogatory | derogatories | derog | derogs | liens | credit event | credit events | embargo | embargos",
  ),
  sixMonths: listed(
    "l 6 m | 6 months | 6 month | 6 mos | 6 mo | 6 m | 6 mths | 6 mth | six months | six month | six mos | 180 days | 6 meses | seis meses | half year | half a year",
  ),
  fourYears: listed(
    "l 4 y | 4 years | 4 year | 4 yrs | 4 yr | 4 y | four years | four year | four yrs | 48 months | 48 mos | 48 mo | 4 anos | cuatro anos | 4 ano",
  ),
  reference: listed("reference | ref | referencia | refno | references"),
  affiliate: listed("affiliate | aff | affiliates | afiliado"),
  partner: listed("partner | partners | our | socio"),
  external: listed("external | extern | externo"),
  id: listed("id | ids | identifier | identificador | guid | uuid | identification | iden"),

  // Between.
  number: listed("number | num | no | nbr | nr | # | numero | nro | numbers | n"),
  count: listed(
    "count | total | how many | qty | quantity | cuantas | cuantos | cantidad | number of | no of | num of | # of | cnt | nbr of",
  ),
  code: listed("code | cd | codigo | abbreviation | abbr | abbrev | codes | initials | sigla"),
  status: listed("status | estatus | situation | stat | situacion"),
  primary: listed("primary | main | principal | prim | primario | primaria | pri"),
  preferred: listed("preferred | preferido | best | mejor | default"),
  secondary: listed(
    "secondary | alternate | alternative | alt | altern | second | other | additional | secundario | alterno | alternativo | otro | otra | otras | otros | 2 nd | backup | segundo | segunda | another | materno | materna",
  ),
  one: listed("1 | 0 | one | uno | 1 st | 01"),
  two: listed("2 | two | ii | dos | 02"),
  same: listed("same | igual | mismo | misma | identical"),
  asks: listed(
    "is | are | do | does | did | has | have | had | will | was | were | can | would | should | es | tiene | ha | ha estado | ha sido | esta | hay",
  ),
  filler: listed(
    "the | of | a | an | your | please | enter | provide | what | whats | which | it | its | to | in | at | on | for | by | with | and | or | be | you | we",
    "i | me | my | this | that | how | where | s | as | from | per | data | fields | field | text | info | information | form | custom | cf | hs",
    "el | la | los | las | de | del | y | o | u | en | su | sus | tu | tus | un | una | que | cual | como | por | para | lo que | se | al | e | favor | ingrese",
    "within | past | during | financed | ultimos | ultimas | recent | into | any | ever | been | entered | indicator | flag | given by | input | answer | gse | urla",
    "legal | being | like | there | ahi | alli | yes no | yes or no | y n | y or n | si no | si o no | s n | true false | optional | required | usd | us | box | detail | details | description of",
    "txt | node | declaration | declarations | want | need | may | much | receive | collect | collected | donde | previsto | prevista | describes | reach | own | record | deal | opportunity | request | fill | following | select | choose | tell | someone | if | so | application info | applicantinfo | lower | each | our records | plan | planning | looking | plans | get | going",
    "hi | hello | hey | great | thanks | thank | awesome | perfect | cool | nice | ok | okay | hola | gracias | against | necesita | necesitas",
    "in place | user column | user column data | meet | tienes | tengo | tenido | puesto | puesta | to call | to call you | find | about | c | pc | r | q | ordinal | obj | object | attributes | attribute | properties | payload | body | properties name",
  ),

  income: listed("income | incomes | inc | ingreso | ingresos"),
  amount: listed("amount | amt | value | values | how much | monto | importe | cuanto"),
  period: listed("years | yrs | year | yr | days | months | mos | meses | anos | ano"),
  different: listed("different"),

  // What a lead may be filed under. It makes a header irrelevant, unless that speaks of the property.
  aside: listed(
    "lock | locked | appraisal | appraised | closing | closed | close | file | files | application | case | doc | docs | document | documents | list | test | contract | project | product | products | program | account | accounts | insurance | insured | flood | construction | event | events | entity | condition | inspection | system | legacy | contingency | agreement | credit | folder | milestone",
  ),

  // Nothing of a lead: one of these words makes it irrelevant, whatever else stands there.
  irrelevant: listed(
    "note | notes | comment | comments | remark | remarks | message | memo | campaign | campaigns | source | sources | medium | utm | keyword | channel",
    "date | dates | time | times | timestamp | timezone | time zone | created | create | updated | update | modified | changed | added | imported",
    "received | submitted | submission | submissions | contacted | called | activity | activities | touch | touches | attempt | attempts | disposition",
    "lifecycle | denial | lost reason | stage | pipeline | rating | priority | score | scores | grade | fico | valuation | worth | price | balance | balances",
    "payment | payments | pmt | piti | pitia | down payment | equity | ltv | cltv | hcltv | dti | dscr | rate | rates | apr | interest | points | fee | fees | cost | costs",
    "taxes | tax | mi company | pmi | premium | lien | first mortgage | 1 st mortgage | second mortgage | 2 nd mortgage | first lien",
    "salary | wage | wages | earnings | assets | asset | reserves | savings | revenue | expenses | expense | debt | debts | dob | birth | birthday",
    "birthdate | age | ssn | social security | social security number | tin | ein | itin | gender | sex | race | ethnicity | marital | married | citizenship | citizen",
    "dependents | dependants | education | military | veteran | va eligible | title | salutation | prefix | occupation | position | profession | industry | seniority",
    "website | web site | url | link | linkedin | linked in | facebook | twitter | instagram | skype | fax | country | pais | latitude | longitude | lat | lng | lon",
    "geo | msa | fips | census | tract | apn | parcel | mls | sqft | sq ft | square feet | square footage | bedrooms | beds | bedroom | bathrooms | baths | bathroom",
    "year built | built | lot | acres | acreage | pool | garage | stories | ip | browser | device | user agent | referer | landing page | landing | page | pages | ad | ads",
    "ad set | adset | adname | adid | form name | form id | formname | formid | creative | keywords | click | clicks | gclid | fbclid | platform | is organic | organic",
    "tag | tags | list name | segment | group | groups | team | department | office hours | opt in | opt out | optin | optout | opted | unsubscribed | subscribed",
    "subscribe | subscription | consent | tcpa | dnc | do not call | do not email | do not contact | agree | agreed | permission | terms | privacy",
    "trusted form | trustedform | jornaya | universal leadid | leadid token | token | certificate | cert | session | visitor | cookie | bounced | bounce | opened | sent",
    "sends | delivered | replied | open rate | unopened | quarantined | invalid | domain | eligible | conversion | conversions | converted | convert | engagement",
    "won | lost | term | amortization | amort | arm | channel type",
    "document type | app date",
    "preapproved | pre approved | preapproval | pre approval | prequalified | approved | approval | denied | decision | qualified | language | idioma | preferred language",
    "gift | hobby | anniversary | nickname | nick name | maiden | alias | aka | username | user name | password | login | photo | picture | avatar | image",
    "label | attachment | attachments | employees | employee | school | degree | hired | self employed | license | licence | licensed | lic | nmls | currency",
    "measure | version | revision | sequence | seq | index | row | checksum | hash | deleted | archived | duplicate | score band | temperature | urgency",
    "timeframe | time frame | timeline | when | first time | first time buyer | first contact | last contact | first touch | last touch | first response | last login",
    "duration | length | owned since | since | until | bedroom count | vendor | vendors | provider | supplier | publisher | buyer id",
    "sub affiliate | subid | sub id | sub 1 | sub 2 | sub 3 | s 1 | s 2 | s 3 | pubid | price sold | cpl | revshare | payout",
    "own or rent | own rent | rent or own | rent own | rent vs own | own vs rent | rent paid | rent roll | housing expense | credito puntaje | puntaje",
    "fecha | notas | comentarios | origen | fuente | valor | cantidad de prestamo | precio | saldo | tasa | puntaje de credito",
    "estado civil | edo civil | estado del lead | estado lead | estado del prospecto | estado de la solicitud | estado del prestamo | nacimiento | edad | sexo | idioma preferido | campana | mensaje | observaciones | hora | vendido | etapa | pago | enganche | nacionalidad | seguro",
    "legal description | subject line | email subject | template | workflow | automation | sync | integration | checkbox | survey | quiz",
    "annual revenue | mailing list | email list | opt | webinar | meeting | meetings | appointment | task | tasks | call result | calls | recording",
    "residency status | residency type | residence status | residency basis | area code | dial code | calling code | carrier | line type | phone type | email type | address type",
    "borrower type | contact type | customer type | client type | lead status | loan status | loan program | mail sent | zestimate | avm | arv | ltc | rehab | budget",
    "lien position | lien priority | estate type | estate | vesting | llc | trust | manner | zoning | acre | renovation | repairs",
    "unit of measure | mins | minutes | seconds | score date | call | text messages | voicemail | working | worked | work order | job title | military status",
    "address verified | email verified | phone verified | address valid | email valid | phone valid | verified on | verification | validated | validation | email status | phone status",
    "bank | store | referral id | deal name | opportunity name | ping | post | api | key | webhook",
  ),
} as const;

function listed(...lines: string[]): readonly string[] {
  return lines.flatMap((line) => line.split(" | "));
}

/** Tag of each word and text of several words. */
export const TAG_BY_PHRASE: ReadonlyMap<string, Tag> = new Map(
  Object.entries(WORDS).flatMap(([tag, phrases]) =>
    phrases.map((phrase): [string, Tag] => [phrase, tag as Tag]),
  ),
);
