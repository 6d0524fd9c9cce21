import type { Concepts } from "./phrases.ts";

/** Words within addresses, as `wordKey` gives them. */
export const ADDRESS_WORDS = {
  /** Nothing but a unit is called so. */
  unit: {
    en: "apartment | apt | unit | suite | ste",
    es: "departamento | depto | dpto | apartamento | apto | unidad",
  },
  /** So is the building's type. */
  condo: { en: "condo" },
  /** Where within a building or on the land, with a number behind it. */
  buildingPart: { en: "building | bldg | floor | fl | lot | room | rm | space | spc | trailer | trlr" },
  /** The same without a number. */
  wholeUnit: { en: "penthouse | ph | basement | bsmt | rear | front | upper | lower" },
  /** Words that end a street. Those that begin the names of cities (Lake, Forest, Park) are not among them. */
  streetEnd: {
    en: `st | street | str | ave | av | avenue | rd | road | dr | drive | ln | lane | blvd | boulevard | ct | court |
      cir | circle | pl | place | way | ter | terr | terrace | pkwy | parkway | trl | trail | aly | alley | sq |
      square | row | loop | run | pike | tpke | turnpike | hwy | highway | expy | expressway | broadway | path |
      crescent | cres | plz | plaza`,
  },
  /** Those that stand in a column of their own, too. */
  otherStreetEnd: {
    en: `park | pk | plc | circ | bl | hts | heights | xing | crossing | cv | cove | bnd | bend | pt | point | vw |
      view | hill | hl | hls | hills | rdg | ridge | mdw | mdws | meadows | gln | glen | grv | grove | lk | lake |
      xrd | mnr | manor | vlg | village | gdns | gardens | ests | estates | est | pass | walk | mews | commons |
      cmns | spur | trce | trace | trak | byp | bypass`,
    es: "calle | avenida",
  },
  /** Words that a street begins with, and no town does. */
  streetBegin: {
    en: "ave | av | hc | rr",
    es: `urb | urbanizacion | urbanización | calle | avenida | carr | carretera | bo | barrio | cond | residencial |
      res | camino | via | vía`,
  },
  /** Roads that a number follows. */
  numberedRoad: { en: "hwy | highway | route | rte | rt | road | rd | fm | interstate | sr | cr | us" },
  direction: { en: "n | s | e | w | ne | nw | se | sw" },
  directionInWords: {
    en: "north | south | east | west | northeast | northwest | southeast | southwest",
  },
  /** What `St` begins where it is a saint in a city's name. */
  saint: {
    en: `louis | paul | petersburg | charles | george | augustine | cloud | joseph | johns | albans | clair | marys |
      helens | peters | simons | martins | ignace | matthews | michaels | croix | thomas | anthony | robert |
      francis | pauls | bernard | francisville | john | helena | james`,
  },
} as const satisfies Concepts;

/** Letters go there: `P.O. Box`, `Apartado`. */
export const POST_BOX = "p\\.?\\s*o\\.?\\s*box|post office box|apartado(?: postal)?";

/** States, territories and the armed forces: the two letters, the name, and usual abbreviations, which mean no other. */
export const STATES = `
  AL Alabama | Ala
  AK Alaska
  AZ Arizona | Ariz
  AR Arkansas | Ark
  CA California | Calif | Cal | Cali
  CO Colorado | Colo
  CT Connecticut | Conn
  DE Delaware | Del
  DC District of Columbia | Wash DC | Washington DC | Distrito de Columbia
  FL Florida | Fla
  GA Georgia
  HI Hawaii | Hawai
  ID Idaho
  IL Illinois | Ill
  IN Indiana | Ind
  IA Iowa
  KS Kansas | Kan | Kans
  KY Kentucky
  LA Louisiana | Luisiana
  ME Maine
  MD Maryland
  MA Massachusetts | Mass
  MI Michigan | Mich
  MN Minnesota | Minn
  MS Mississippi | Miss | Misisipi
  MO Missouri | Misuri
  MT Montana | Mont
  NE Nebraska | Neb | Nebr
  NV Nevada | Nev
  NH New Hampshire | N Hampshire | Nuevo Hampshire | Nueva Hampshire
  NJ New Jersey | N Jersey | Nueva Jersey | Nuevo Jersey
  NM New Mexico | N Mex | N Mexico | Nuevo Mexico
  NY New York | N York | Nueva York
  NC North Carolina | N Carolina | N Car | Carolina del Norte
  ND North Dakota | N Dakota | N Dak | Dakota del Norte
  OH Ohio
  OK Oklahoma | Okla
  OR Oregon | Ore | Oreg
  PA Pennsylvania | Penn | Penna | Pensilvania
  RI Rhode Island
  SC South Carolina | S Carolina | S Car | Carolina del Sur
  SD South Dakota | S Dakota | S Dak | Dakota del Sur
  TN Tennessee | Tenn
  TX Texas | Tex | Tejas
  UT Utah
  VT Vermont
  VA Virginia
  WA Washington | Wash
  WV West Virginia | W Virginia | W Va | Virginia Occidental
  WI Wisconsin | Wis | Wisc
  WY Wyoming | Wyo
  PR Puerto Rico
  VI US Virgin Islands | Virgin Islands | Islas Virgenes
  GU Guam
  AS American Samoa
  MP Northern Mariana Islands
  AA Armed Forces Americas
  AE Armed Forces Europe
  AP Armed Forces Pacific
`;
