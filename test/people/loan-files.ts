import type { Lead } from "../../src/lead/schema.ts";
import { SeededRandom } from "../simulation/seeded-random.ts";

/** A lead, and who it truly is of: what nothing but a test can know. */
export interface PersonRow {
  row: number;
  person: number;
  lead: Lead;
}

/** A sheet, and the leads of earlier sheets; the row of an earlier one is its place in the list. */
export interface Population {
  sheet: PersonRow[];
  earlier: PersonRow[];
}

/** First names, each with what its bearers are called as well. */
export function shortForms(): readonly (readonly string[])[] {
  return NAMES.map((forms) => forms.filter((each) => !UNLISTED.includes(each)));
}

/**
 * A broker's loan files in which people come back. A file is about a property and has borrowers; clerks type it, and what
 * they type goes through a channel that loses, shortens and mistypes. People move, marry and invest.
 */
export function histories(seed: number): Population {
  return new Brokerage(seed).histories();
}

/** Files in which nobody is twice, in the sheet or in both; 3 % of the rows have a second member of the household. */
export function strangers(seed: number): Population {
  return new Brokerage(seed).strangers();
}

interface Borrower {
  id: number;
  given: string;
  family: string;
  cell: string;
  mail: string;
  lives: Property;
  agent: string;
}
interface Property {
  house: number;
  way: string;
  kind: string;
  flat: number | undefined;
  place: Place;
}
interface Place {
  name: string;
  state: string;
  zip: string;
  area: string;
}
/** How often the channel does what it may do. */
interface Channel {
  mail: number;
  given: number;
  family: number;
  phone: number;
  street: number;
  lost: number;
}

const CLEAN: Channel = { mail: 0, given: 0, family: 0, phone: 0, street: 0, lost: 0 };
const CLERK: Channel = { mail: 0.9, given: 0.25, family: 0.2, phone: 0.2, street: 0.25, lost: 0.05 };
const HURRIED: Channel = { mail: 1, given: 0.5, family: 0.4, phone: 0.5, street: 0.6, lost: 0.15 };

/** First names, each with its short forms. */
const NAMES: readonly (readonly string[])[] = `
  José/Pepe/Jose María Juan Carlos Luis Ana Miguel Rosa Pedro Lucía Francisco/Paco/Pancho Elena Jesús/Jesus Carmen
  Antonio/Tony Isabel Manuel Teresa Alejandro/Alex Gabriela/Gabby Wei Li Ming Hui Jun Yan Minh Linh Tuan Huong Priya Raj
  Anita Sanjay Deepa Vikram Fatima Omar Layla Yusuf Olga Ivan Natasha Dmitri Aleksandr/Sasha/Alex Svetlana Giovanni Chiara
  Giuseppe/Joe Sofia Stephen/Steve Catherine/Cathy/Cate Philip/Phil Jacqueline/Jackie Nathaniel/Nate/Nathan Frederick/Fred
  Leonard/Len/Lenny Raymond/Ray Vincent/Vince Douglas/Doug Lawrence/Larry Harold/Hal/Harry Josephine/Jo/Josie Rosalind
  Geraldine Constance Bernadette Marguerite Eleanor/Ellie/Nora Florence James/Jim/Jimmy John/Jack Robert/Bob/Rob
  Michael/Mike William/Bill/Will David/Dave Richard/Rick/Dick Joseph/Joe Thomas/Tom Charles/Chuck/Charlie Daniel/Dan/Danny
  Matthew/Matt Jonathan/Jon Andrew/Andy/Drew Edward/Ed/Ted Benjamin/Ben Samuel/Sam Kevin Brian George Mark Mary
  Patricia/Pat/Patty Jennifer/Jen/Jenny Linda Elizabeth/Liz/Beth Susan/Sue Margaret/Peggy/Maggie Katherine/Kate/Kathy
  Deborah/Debbie Rebecca/Becky Nancy Lisa Amanda/Mandy Victoria/Vicky Judith/Judy Angela/Angie Virginia/Ginny`
  .trim()
  .split(/\s+/)
  .map((forms) => forms.split("/"));
const GIVEN = NAMES.map(([name = ""]) => name);
/** Short forms that are in no list of American ones, at least not for these names. */
const UNLISTED = ["Gabby", "Joe", "Sasha", "Cate", "Alex"];
const FAMILY =
  `García Martínez Rodríguez Hernández López González Pérez Sánchez Ramírez Torres Flores Rivera Gómez Díaz Cruz Nguyen
  Tran Le Pham Chen Wang Zhang Liu Kim Park Patel Shah Singh Khan Ahmed Ivanov Petrov Kowalski Novak Rossi Russo Esposito
  O'Brien O'Connor McDonald MacLeod Fitzgerald Schneider Hoffmann Weber Larsen Jensen Andersson Dubois Lefebvre Okafor
  Adeyemi Mensah`.split(/\s+/);
const SYLLABLES = "ba cor da fel gan ha jor ka lin mo nar pe quin ra sol ta ul ver wen yar zi".split(" ");
const PARTICLES = ["de la ", "de ", "van der ", "von ", "Al-", "St. "];
const WAYS =
  `1st 2nd 3rd 5th 12th 42nd Ocean Harbor Alameda Mission Vista Palm Laurel Magnolia Juniper Canyon Desert Bay Canal
  Liberty Union Commerce Grand Broadway Euclid Mesa Camino Sierra Pacific Atlantic`.split(/\s+/);
const KINDS = [
  ["Street", "St"],
  ["Boulevard", "Blvd"],
  ["Court", "Ct"],
  ["Place", "Pl"],
  ["Terrace", "Ter"],
  ["Circle", "Cir"],
];
const PLACES: readonly Place[] = [
  { name: "Miami", state: "FL", zip: "33125", area: "305" },
  { name: "Hialeah", state: "FL", zip: "33010", area: "786" },
  { name: "San Antonio", state: "TX", zip: "78204", area: "210" },
  { name: "El Paso", state: "TX", zip: "79901", area: "915" },
  { name: "San Jose", state: "CA", zip: "95112", area: "408" },
  { name: "Fresno", state: "CA", zip: "93701", area: "559" },
  { name: "Queens", state: "NY", zip: "11354", area: "718" },
  { name: "Jersey City", state: "NJ", zip: "07302", area: "201" },
];
const DOMAINS = "gmail.com hotmail.com icloud.com yahoo.com proton.me att.net earthlink.net".split(" ");

class Brokerage {
  readonly #random: SeededRandom;
  readonly #taken = new Set<string>();
  readonly #places: readonly Place[];
  /** Houses with many flats, where strangers live side by side. */
  readonly #towers: Property[];
  readonly #switchboard: string;
  readonly #references: number;
  #ids = 0;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
    const first = this.#random.whole(0, PLACES.length - 1);
    this.#places = this.#random.chance(0.5) ? PLACES : PLACES.slice(first, first + 1);
    this.#towers = Array.from({ length: 3 }, () => this.#house());
    this.#switchboard = this.#number(this.#random.pick(this.#places));
    this.#references = this.#random.whole(0, 4);
  }

  strangers(): Population {
    const random = this.#random;
    const size = random.whole(20, 300);
    const sheet: PersonRow[] = [];
    const earlier: PersonRow[] = [];
    const put = (into: PersonRow[], borrower: Borrower) => {
      const row = into === sheet ? sheet.length + 2 : earlier.length;
      into.push(this.#typed(borrower, borrower.lives, row, CLEAN));
    };
    for (let before = random.whole(0, 250); before > 0; before -= 1) put(earlier, this.#borrower());
    while (sheet.length < size) {
      const borrower = this.#borrower();
      put(sheet, borrower);
      if (random.chance(0.03)) put(random.chance(0.75) ? sheet : earlier, this.#relative(borrower));
    }
    return { sheet, earlier };
  }

  histories(): Population {
    const random = this.#random;
    const size = random.whole(20, 300);
    const sheet: PersonRow[] = [];
    const earlier: PersonRow[] = [];
    const people: Borrower[] = [];
    while (sheet.length < size) {
      const known =
        people.length > 0 && random.chance(0.15) ? this.#relative(random.pick(people)) : undefined;
      const borrower = known ?? this.#borrower();
      people.push(borrower);
      const files = random.chance(0.05) ? random.whole(3, 15) : random.pick([1, 1, 2, 2, 3]);
      for (let file = 0; file < files; file += 1) {
        const property = files > 3 || random.chance(0.1) ? this.#property() : borrower.lives;
        const into = random.chance(0.45) ? earlier : sheet;
        const row = into === sheet ? sheet.length + 2 : earlier.length;
        const channel = random.pick([CLEAN, CLERK, CLERK, HURRIED]);
        const mail = file === 0 ? borrower.mail : this.#otherMail(borrower, file);
        const lives = file > 0 && random.chance(0.1) ? this.#property() : borrower.lives;
        into.push(this.#typed({ ...borrower, mail, lives }, property, row, channel));
      }
    }
    const mails = new Set<string | undefined>();
    return {
      sheet: sheet.filter(({ lead }) => {
        const mail = lead.contactInfo?.email?.toLowerCase();
        return !mails.has(mail) && mails.add(mail);
      }),
      earlier,
    };
  }

  #borrower(): Borrower {
    const random = this.#random;
    const lives = this.#property();
    const given = random.pick(GIVEN) + (random.chance(0.12) ? ` ${random.pick(GIVEN)}` : "");
    return this.#with(given, this.#family(), lives, this.#number(lives.place));
  }

  #with(given: string, family: string, lives: Property, cell: string): Borrower {
    this.#ids += 1;
    const agent = this.#random.pick(["Team North", "Team South", "AG4"]);
    return { id: this.#ids, given, family, cell, mail: this.#mail(given, family), lives, agent };
  }

  /** Somebody else under the same roof; sometimes at the same telephone, now and then of the same name. */
  #relative(borrower: Borrower): Borrower {
    const random = this.#random;
    const { lives, family } = borrower;
    const cell = random.chance(0.2) ? borrower.cell : this.#number(lives.place);
    const kind = random.next();
    const suffix = random.pick(["Jr", "Jr.", "II", "III"]);
    if (kind < 0.03) return this.#with(`${borrower.given} ${suffix}`, family, lives, cell);
    if (kind < 0.06) return this.#with(borrower.given, `${family} ${suffix}`, lives, cell);
    if (kind < 0.09) return this.#with(borrower.given, family, lives, cell);
    // Twins: often of one initial.
    const isTwin = kind < 0.13;
    const others = GIVEN.filter(
      (name) => name !== borrower.given && (!isTwin || name[0] === borrower.given[0]),
    );
    const given = random.pick(others.length > 0 ? others : ["Zelda"]);
    const both = random.chance(0.2) ? `${this.#family()} ${family}` : family;
    return this.#with(given, random.chance(0.75) ? both : this.#family(), lives, cell);
  }

  #typed(borrower: Borrower, property: Property, row: number, channel: Channel): PersonRow {
    const random = this.#random;
    const reference = this.#reference(borrower, row);
    const { place } = property;
    const isLost = () => random.chance(channel.lost);
    const lead: Lead = {
      ...(reference === undefined || isLost() ? {} : { affiliateId: reference }),
      propertyUsage: property === borrower.lives ? "primaryResidence" : "investment",
      contactInfo: {
        firstName: this.#given(borrower.given, channel),
        lastName: this.#familyTyped(borrower.family, channel),
        email: random.chance(0.1) ? borrower.mail.toUpperCase() : borrower.mail,
        ...(isLost() ? {} : { phone: this.#phone(borrower, channel) }),
      },
      address: {
        street: this.#street(property, channel),
        city: place.name,
        state: place.state,
        ...(isLost() ? {} : { zip: place.zip + (random.chance(0.1) ? `-${random.whole(1000, 9999)}` : "") }),
        ...(property.flat === undefined || isLost() ? {} : { unitNumber: property.flat }),
      },
    };
    if (property !== borrower.lives && random.chance(0.7)) {
      const { place: home } = borrower.lives;
      lead.residentialAddress = {
        street: this.#street(borrower.lives, channel),
        city: home.name,
        state: home.state,
        zip: home.zip,
      };
    }
    return { row, person: borrower.id, lead };
  }

  #given(given: string, channel: Channel): string {
    const random = this.#random;
    if (!random.chance(channel.given)) return given;
    const [first = "", ...more] = given.split(" ");
    return random.pick([
      first,
      random.pick(NAMES.find(([name]) => name === first) ?? [first]),
      plain(given),
      given.toUpperCase(),
      [first.slice(0, 1), ...more].join(" "),
      `${first} ${random.pick(GIVEN).slice(0, 1)}.`,
      transposed(first, random.whole(1, Math.max(1, first.length - 2))),
    ]);
  }

  #familyTyped(family: string, channel: Channel): string {
    const random = this.#random;
    if (!random.chance(channel.family)) return family;
    const parts = family.replace(/ (?:Jr\.?|II|III)$/, "").split(" ");
    return random.pick([
      plain(family),
      family.toUpperCase(),
      parts.at(-1) ?? family,
      parts[0] ?? family,
      parts.join("-"),
      `${family} ${this.#family()}`,
      `${this.#family()}-${family}`,
      this.#family(),
      transposed(family, random.whole(1, Math.max(1, family.length - 2))),
    ]);
  }

  #phone({ cell, lives }: Borrower, channel: Channel): string {
    const random = this.#random;
    if (random.chance(0.03)) return this.#switchboard;
    if (!random.chance(channel.phone)) return random.chance(0.4) ? `+1${cell}` : cell;
    return random.pick([
      this.#number(lives.place),
      transposed(cell, random.whole(3, 8)),
      `+52 ${cell}`,
      `+44${cell.slice(1)}`,
      `011 ${cell}`,
      cell.slice(3),
      `(${cell.slice(0, 3)}) ${cell.slice(3, 6)}-${cell.slice(6)} x${random.whole(1, 99)}`,
      `1.${cell.slice(0, 3)}.${cell.slice(3, 6)}.${cell.slice(6)}`,
    ]);
  }

  #street({ house, way, kind, flat }: Property, channel: Channel): string {
    const random = this.#random;
    const short = KINDS.find(([long]) => long === kind)?.[1] ?? kind;
    const plainStreet = `${house} ${way} ${random.chance(0.5) ? kind : short}`;
    if (!random.chance(channel.street)) return plainStreet;
    return random.pick([
      plainStreet.toUpperCase(),
      `${house} ${way}`,
      `${house}  ${way} ${short}.`,
      `${house} N ${way} ${kind}`,
      `${house + 1} ${way} ${kind}`,
      flat === undefined ? plainStreet : `${plainStreet} #${flat}`,
      flat === undefined ? plainStreet : `${plainStreet}, Unit ${flat}`,
      `${house} ${transposed(way, 1)} ${kind}`,
    ]);
  }

  #reference({ id, agent }: Borrower, row: number): string | undefined {
    return [undefined, `LF${1_000_000 + id * 7919}`, "fall-webinar", agent, String(row)][this.#references];
  }

  #property(): Property {
    const random = this.#random;
    if (!random.chance(0.2)) return this.#house();
    return { ...random.pick(this.#towers), flat: random.whole(1, 300) };
  }

  #house(): Property {
    const random = this.#random;
    const [kind = ""] = random.pick(KINDS);
    const place = random.pick(this.#places);
    return { house: random.whole(1, 9999), way: random.pick(WAYS), kind, flat: undefined, place };
  }

  #family(): string {
    const random = this.#random;
    // Few names are very common, and most are rare.
    const one = () =>
      random.chance(0.35)
        ? (FAMILY[Math.floor(FAMILY.length * random.next() ** 2)] ?? "Cruz")
        : capital(Array.from({ length: random.whole(2, 4) }, () => random.pick(SYLLABLES)).join(""));
    if (random.chance(0.12)) return `${one()} ${one()}`;
    return random.chance(0.06) ? random.pick(PARTICLES) + one() : one();
  }

  #number({ area }: Place): string {
    return `${area}${this.#random.whole(2_000_000, 9_999_999)}`;
  }

  #mail(given: string, family: string): string {
    const random = this.#random;
    const first = letters(given.split(" ")[0] ?? "");
    const last = letters(family);
    for (;;) {
      const local = random.pick([
        `${first}_${last}`,
        `${first}.${last}`,
        `${last}.${first}`,
        `${first.slice(0, 1)}${last}${random.whole(1, 99)}`,
        `${first}${random.whole(1940, 2005)}`,
      ]);
      const mail = `${local}${random.chance(0.4) ? random.whole(1, 999) : ""}@${random.pick(DOMAINS)}`;
      if (!this.#taken.has(mail) && this.#taken.add(mail)) return mail;
    }
  }

  /** The address in another file of the same borrower. */
  #otherMail({ given, family, mail }: Borrower, file: number): string {
    const random = this.#random;
    const [local = "", domain = ""] = mail.split("@");
    return random.pick([
      mail,
      `${local}+${file}@${domain}`,
      `${transposed(local, 1)}@${domain}`,
      `${local}@${random.pick(DOMAINS)}`,
      `${local.replace(/[._]/, "")}@${domain}`,
      this.#mail(given, family),
    ]);
  }
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

function letters(text: string): string {
  return plain(text)
    .toLowerCase()
    .replace(/[^a-z]/g, "");
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** With two neighbours in each other's place. */
function transposed(text: string, at: number): string {
  return text.slice(0, at) + text.slice(at + 1, at + 2) + text.slice(at, at + 1) + text.slice(at + 2);
}
