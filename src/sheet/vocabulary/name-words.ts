import type { Concepts } from "./phrases.ts";

/** Words within the names of people, as `wordKey` gives them. */
export const NAME_WORDS = {
  /** Words in the names of companies and trusts. */
  company: {
    en: `llc | llp | pllc | inc | incorporated | corp | corporation | ltd | limited | company | trust | trusts |
      trustee | trustees | ttee | estate | holdings | properties | property | investments | investment |
      partners | partnership | foundation | association | enterprises | ventures | realty | lending |
      mortgage | ministries | solutions | homes | rentals | family | household`,
  },
  /** Between the names of two people, or in front of the second one. */
  besidePerson: { en: "and | et | etux | etvir | etal | und | or | aka | fka | dba | spouse | with | plus" },
  title: {
    en: `mr | mrs | ms | mx | miss | mister | dr | prof | professor | rev | reverend | sr | sra | srta | senor |
      senora | senorita | sir | madam | mme`,
  },
  /** Those that are names too, but for their full stop. */
  dottedTitle: { en: "hon | fr | capt | lt | sgt | col | maj | gen | cpl | cmdr | atty" },
  /** Behind a last name. */
  suffix: { en: "jr | sr | jnr | snr | junior | senior | ii | iii | iv | 2nd | 3rd | 4th" },
  /** Degrees, professions, and a trustee among owners, of which nothing is sent. */
  credential: { en: "md | phd | esq | esquire | cpa | dds | dmd | dvm | rn | jd | mba | cfp | tr" },
  /** Those that are names too, unless a comma stands before them. */
  commaCredential: { en: "do | pe | ma | np | pa" },
  /** They begin a last name. */
  particle: { en: "de | del | dela | delos | della | dos | von | van | der | vander | di | mc | st | saint" },
  /** They may. */
  weakParticle: {
    en: `la | las | los | le | el | al | da | das | do | du | den | ten | ter | bin | ibn | ben | mac | san |
      santa | zu | zur | am`,
  },
  /** Last names, in front of which `Van` is a name of its own. */
  vietnamese: {
    en: `nguyen | tran | le | pham | huynh | hoang | phan | vu | vo | dang | bui | do | ho | ngo | duong | ly |
      dinh`,
  },
  /** Spanish first names that go on with a particle: `Maria del Carmen`, `Jose de Jesus`. */
  givenBehindParticle: {
    es: `carmen | rosario | pilar | mar | socorro | refugio | sol | angeles | milagros | nieves | mercedes |
      dolores | lourdes | jesus | guadalupe | luz | paz | fatima | concepcion | consuelo | remedios`,
  },
  hispanicSurname: {
    es: `acosta | aguilar | aguirre | alvarado | alvarez | arias | avila | ayala | barrera | benitez | bravo |
      cabrera | calderon | camacho | campos | cardenas | carrillo | castaneda | castillo | castro |
      cervantes | chavez | contreras | cordova | cortes | cortez | cruz | delgado | diaz | dominguez | duran |
      escobar | espinosa | espinoza | estrada | fernandez | figueroa | flores | franco | fuentes | galvan |
      garcia | garza | gomez | gonzales | gonzalez | guerra | guerrero | gutierrez | guzman | hernandez |
      herrera | huerta | ibarra | jimenez | juarez | lara | leon | lopez | lozano | lucero | lugo | luna |
      macias | maldonado | marquez | martinez | mejia | melendez | mendez | mendoza | mercado | meza |
      molina | montes | montoya | mora | morales | moreno | munoz | navarro | nieves | nunez | ochoa | ojeda |
      orozco | ortega | ortiz | pacheco | padilla | parra | pena | peralta | perez | pineda | quintero |
      ramirez | ramos | rangel | reyes | rios | rivas | rivera | robles | rocha | rodriguez | rojas | romero |
      rosales | rosario | rubio | ruiz | salas | salazar | salinas | sanchez | sandoval | santana | santiago |
      santos | serrano | silva | solis | sosa | soto | suarez | tapia | torres | trevino | trujillo | valdez |
      valencia | valenzuela | vargas | vasquez | vazquez | vega | velasquez | velez | villanueva |
      villarreal | zamora | zapata | zavala | zuniga`,
  },
  /** Common first names that hardly anybody has for a last name. */
  firstName: {
    en: `john | michael | jose | juan | luis | carlos | jorge | kevin | brian | jason | jeffrey | joshua |
      matthew | steven | eric | nicholas | jonathan | brandon | bob | jim | mike | steve | chris | dan |
      bill | bobby | timothy | ronald | benjamin | samuel | gregory | zachary | nathan | noah | ethan |
      jeremy | sean | dylan | bryan | mary | patricia | jennifer | linda | elizabeth | barbara | susan |
      jessica | karen | sarah | lisa | nancy | sandra | betty | ashley | emily | kimberly | margaret | donna |
      michelle | amanda | melissa | deborah | stephanie | rebecca | sharon | laura | cynthia | dorothy | amy |
      kathleen | angela | emma | brenda | pamela | nicole | anna | samantha | katherine | christine | debra |
      rachel | carolyn | janet | maria | catherine | heather | diane | olivia | julie | joyce | victoria |
      lauren | christina | jane | evelyn | judith | andrea | hannah | megan | cheryl | jacqueline | teresa |
      gloria | sara | janice | ann | kathryn | abigail | sophia | alice | judy | isabella | julia | amber |
      denise | danielle | marilyn | natalie | theresa | diana | brittany | doris | kayla | alexis | sue |
      kate | liz | ana`,
  },
  /** Common first names, more of them: two on either side of a comma are two people. */
  otherFirstName: {
    en: `james | robert | david | william | richard | joseph | thomas | charles | christopher | daniel |
      anthony | mark | donald | andrew | paul | kenneth | george | edward | ryan | jacob | gary | stephen |
      larry | justin | scott | alexander | patrick | frank | raymond | jack | dennis | jerry | tyler | aaron |
      adam | henry | douglas | peter | kyle | walter | christian | keith | roger | terry | austin | gerald |
      carl | harold | arthur | lawrence | jordan | jesse | billy | bruce | gabriel | joe | logan | alan |
      albert | willie | elijah | wayne | randy | vincent | mason | roy | ralph | russell | bradley | philip |
      eugene | tom | dave | carol | shirley | ruth | virginia | kelly | joan | martha | madison | frances |
      jean | grace | beverly | charlotte | rosa | luz`,
  },
} as const satisfies Concepts;
