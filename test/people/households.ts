import type { Lead } from "../../src/lead/schema.ts";
import { SeededRandom } from "../simulation/seeded-random.ts";
import type { Generator, PersonRow, Population } from "./population.ts";

/**
 * The first generator: towns, households in them, and what happens to a household over the years. People marry, move,
 * change phones, go by short names, and are sent again by whoever keeps the sheet.
 */
export const HOUSEHOLDS: Generator = {
  name: "households",
  shortForms: () => [...MEN, ...WOMEN],
  histories: (seed) => new Registry(seed).histories(),
  strangers: (seed) => new Registry(seed).strangers(),
};

type List<T> = readonly [T, ...T[]];

function wordsIn(text: string): List<string> {
  return text.trim().split(/\s+/) as [string, ...string[]];
}

/** First names, each with its short forms. */
function namesIn(text: string): List<List<string>> {
  const [first, ...rest] = wordsIn(text);
  const forms = (names: string) => names.split("/") as [string, ...string[]];
  return [forms(first), ...rest.map(forms)];
}

const MEN = namesIn(`
  James/Jim/Jimmy John/Jack Robert/Bob/Rob Michael/Mike William/Bill/Will David/Dave Richard/Rick/Dick
  Joseph/Joe Thomas/Tom Charles/Chuck/Charlie Christopher/Chris Daniel/Dan/Danny Matthew/Matt Anthony/Tony
  Jonathan/Jon Steven/Steve Andrew/Andy/Drew Kenneth/Ken Joshua/Josh Edward/Ed/Ted Timothy/Tim Gregory/Greg
  Benjamin/Ben Samuel/Sam Alexander/Alex Patrick/Pat Ronald/Ron Donald/Don Jeffrey/Jeff Nicholas/Nick Kevin
  Brian George Mark Scott Eric Justin Brandon Ryan Adam Kyle Sean Carl Noah Ethan Roger Keith Gerald/Jerry
  Walter/Walt Peter/Pete`);
const WOMEN = namesIn(`
  Mary Patricia/Pat/Patty Jennifer/Jen/Jenny Linda Elizabeth/Liz/Beth Barbara/Barb Susan/Sue Jessica/Jess
  Margaret/Peggy/Maggie Katherine/Kate/Kathy Deborah/Debbie Rebecca/Becky Nancy Lisa Karen Sandra/Sandy Ashley
  Kimberly/Kim Donna Michelle Amanda/Mandy Melissa/Missy Stephanie/Steph Samantha/Sam Christine/Chris/Tina
  Victoria/Vicky Pamela/Pam Theresa/Terry Abigail/Abby Judith/Judy Carol Ruth Emily Laura Amy Angela/Angie
  Anna Emma Nicole/Nicky Helen Rachel Heather Diane Julie Joyce Cynthia/Cindy Dorothy/Dot Virginia/Ginny Alice
  Grace`);
const COMMON_SURNAMES = wordsIn(`
  Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Moore Jackson Martin Lee Thompson
  White Harris Clark Lewis Walker`);
const SURNAME_STARTS = wordsIn(`
  Ash Black Bran Brook Carl Cross Dal East Fair Ford Green Hall Hart Hol Kings Lang Mar New Nor Oak Pem Rad
  Rock Sel Stan Thorn Wake West Whit Wood`);
const SURNAME_ENDS = wordsIn(`
  berg bridge bury by combe dale den field ford gate ham hurst land ley low man mere more ridge shaw side
  stead ston ton well wick wood worth`);
const STREETS = wordsIn(`
  Maple Oak Cedar Elm Lincoln Washington Lake Hill Park Sunset River Church Mill Spring Ridge Meadow Highland
  Franklin Jefferson Walnut Chestnut Prospect Forest Madison Valley Orchard Dogwood Hickory Cherry Willow`);
const ROADS: List<List<string>> = [
  ["Street", "St", "St."],
  ["Avenue", "Ave"],
  ["Road", "Rd"],
  ["Lane", "Ln"],
  ["Drive", "Dr"],
];
const TOWNS: List<Town> = [
  { city: "Springfield", state: "IL", zips: ["62701", "62702", "62704"], areas: ["217", "447"] },
  { city: "Dayton", state: "OH", zips: ["45402", "45403", "45405"], areas: ["937", "326"] },
  { city: "Riverside", state: "CA", zips: ["92501", "92503", "92506"], areas: ["951"] },
  { city: "Boise", state: "ID", zips: ["83702", "83704"], areas: ["208", "986"] },
  { city: "Macon", state: "GA", zips: ["31201", "31204"], areas: ["478"] },
];
const MAIL_HOSTS = wordsIn("gmail.com gmail.com yahoo.com aol.com outlook.com comcast.net");

interface Town {
  city: string;
  state: string;
  zips: List<string>;
  areas: List<string>;
}
interface Home {
  town: Town;
  zip: string;
  number: number;
  street: string;
  road: List<string>;
  unit: number | undefined;
}
interface Member {
  person: number;
  names: List<string>;
  surname: string;
  /** "Jr" or "Sr", where somebody else of the household has the name too. */
  suffix: string;
  middle: string;
  email: string;
  mobile: string;
  reference: string;
  office: string | undefined;
  home: Home;
  landline: string | undefined;
}
type References = (member: Member, row: number) => string | undefined;

class Registry {
  readonly #random: SeededRandom;
  readonly #emails = new Set<string>();
  readonly #towns: List<Town>;
  readonly #offices: List<string>;
  #people = 0;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed * 2 + 1);
    const town = this.#random.pick(TOWNS);
    this.#towns = this.#random.chance(0.4) ? [town] : TOWNS;
    this.#offices = [this.#phone(town), this.#phone(town), this.#phone(town)];
  }

  strangers(): Population {
    const random = this.#random;
    const count = random.whole(20, 300);
    const references = this.#references();
    const now: Member[] = [];
    const before: Member[] = [];
    const target = random.whole(0, 200);
    while (now.length < count) {
      const [first, ...others] = this.#household();
      now.push(first);
      const second = others[0];
      if (second && random.chance(0.03)) (random.chance(0.7) ? now : before).push(second);
    }
    while (before.length < target) before.push(this.#household()[0]);
    const earlierReferences = this.#references();
    return {
      sheet: this.#shuffled(now).map((member, at) => this.#row(member, at + 2, references)),
      earlier: this.#shuffled(before).map((member, at) => this.#row(member, at, earlierReferences)),
    };
  }

  histories(): Population {
    const random = this.#random;
    const references = this.#references();
    const earlierReferences = random.chance(0.5) ? references : this.#references();
    const sheet: PersonRow[] = [];
    const earlier: PersonRow[] = [];
    const count = random.whole(20, 300);
    while (sheet.length < count) {
      const household = this.#household();
      for (const member of household.slice(0, random.chance(0.7) ? 1 : household.length)) {
        if (random.chance(0.5)) earlier.push(this.#row(member, earlier.length, earlierReferences));
        let current = member;
        const times = random.chance(0.1) ? 2 : 1;
        for (let time = 0; time < times && random.chance(0.8); time += 1) {
          current = this.#later(current, household);
          sheet.push(this.#row(current, sheet.length + 2, references));
        }
      }
      if (random.chance(0.02)) this.#investor(household[0], sheet, earlier, references);
    }
    // The service knows a person by the e-mail: a sheet with one twice is another rule's.
    const seen = new Set<string | undefined>();
    return {
      sheet: sheet.filter(({ lead }) => {
        const email = lead.contactInfo?.email?.toLowerCase();
        return !seen.has(email) && seen.add(email);
      }),
      earlier,
    };
  }

  #investor(owner: Member, sheet: PersonRow[], earlier: PersonRow[], references: References): void {
    const random = this.#random;
    const [local = "", host = ""] = owner.email.split("@");
    for (let count = random.whole(2, 12), at = 1; at <= count; at += 1) {
      const town = random.pick(this.#towns);
      const one = { ...owner, email: `${local}+${at}@${host}`, home: this.#home(town) };
      const rows = random.chance(0.3) ? earlier : sheet;
      rows.push(this.#row(one, rows === sheet ? sheet.length + 2 : earlier.length, references));
    }
  }

  /** Somebody some time later: nothing, one thing or several have changed. */
  #later(member: Member, household: readonly Member[]): Member {
    const random = this.#random;
    let later = { ...member };
    const changes: (() => Partial<Member>)[] = [
      () => ({ email: this.#mistyped(later.email) }),
      () => ({ email: this.#email(later.names, later.surname) }),
      () => ({ names: turned(later.names) }),
      () => ({ middle: later.middle === "" ? random.pick(MEN)[0] : "" }),
      () => ({ surname: `${later.surname}-${this.#surname()}` }),
      () => ({ surname: `${this.#surname()} ${later.surname}` }),
      () => ({ surname: this.#surname() }),
      () => ({ home: this.#home(later.home.town), landline: undefined }),
      () => ({ home: this.#home(random.pick(this.#towns)) }),
      () => ({ mobile: this.#phone(later.home.town) }),
      () => ({ mobile: household.find(({ person }) => person !== later.person)?.mobile ?? later.mobile }),
      () => ({ office: undefined, landline: undefined }),
      () => ({ reference: this.#reference() }),
    ];
    for (let count = random.pick([0, 1, 1, 1, 2, 2, 3, 6]); count > 0; count -= 1) {
      later = { ...later, ...random.pick(changes as [() => Partial<Member>])() };
    }
    if (random.chance(0.8) && later.email === member.email)
      later.email = this.#email(later.names, later.surname);
    return later;
  }

  #household(): [Member, ...Member[]] {
    const random = this.#random;
    const home = this.#home(random.pick(this.#towns));
    const surname = this.#surname();
    const landline = random.chance(0.25) ? this.#phone(home.town) : undefined;
    const one = (names: List<string>, last = surname): Member => ({
      person: ++this.#people,
      names,
      surname: last,
      suffix: "",
      middle: random.chance(0.1) ? random.pick(random.chance(0.5) ? MEN : WOMEN)[0] : "",
      email: this.#email(names, last),
      mobile: this.#phone(home.town),
      reference: this.#reference(),
      office: random.chance(0.04) ? random.pick(this.#offices) : undefined,
      home,
      landline,
    });
    const head = one(random.pick(random.chance(0.5) ? MEN : WOMEN));
    const members: [Member, ...Member[]] = [head];
    const spouse = () => one(random.pick(random.chance(0.5) ? MEN : WOMEN), this.#spouseSurname(surname));
    const child = () => one(random.pick(random.chance(0.5) ? MEN : WOMEN));
    const kind = random.next();
    if (kind < 0.65) members.push(spouse());
    else if (kind < 0.8) members.push(child(), spouse());
    else if (kind < 0.86) {
      const junior = one(head.names);
      junior.suffix = random.chance(0.6) ? random.pick(["Jr", "Jr.", "II", "III"]) : "";
      head.suffix = random.chance(0.3) ? "Sr" : "";
      members.push(junior);
    } else if (kind < 0.9) {
      // Twins: often of one initial.
      const twin = one(random.pick([...MEN, ...WOMEN].filter(isOfInitial(head)) as [List<string>]));
      if (twin.names[0] !== head.names[0]) members.push(twin);
    }
    return members;
  }

  #row(member: Member, row: number, references: References): PersonRow {
    const random = this.#random;
    const { home } = member;
    const phone = member.office ?? (member.landline && random.chance(0.6) ? member.landline : member.mobile);
    const street = `${home.number} ${home.street} ${random.pick(home.road)}`;
    const isUnitInStreet = home.unit !== undefined && random.chance(0.5);
    const reference = references(member, row);
    const lead: Lead = {
      ...(reference === undefined ? {} : { affiliateId: reference }),
      loanPurpose: "homeImprovement",
      contactInfo: {
        firstName: `${member.names[0]}${member.middle === "" ? "" : ` ${random.chance(0.5) ? member.middle : member.middle.slice(0, 1)}`}`,
        lastName: `${member.surname}${member.suffix === "" ? "" : ` ${member.suffix}`}`,
        email: member.email,
        phone: this.#written(phone),
      },
      address: {
        street: isUnitInStreet ? `${street} Apt ${home.unit}` : street,
        city: home.town.city,
        state: home.town.state,
        zip: home.zip,
        ...(home.unit !== undefined && !isUnitInStreet ? { unitNumber: home.unit } : {}),
      },
    };
    return { row, person: member.person, lead };
  }

  #written(phone: string): string {
    const [area, exchange, line] = [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)];
    return this.#random.pick([
      phone,
      phone,
      phone,
      `(${area}) ${exchange}-${line}`,
      `${area}-${exchange}-${line}`,
      `+1 ${area} ${exchange} ${line}`,
      `1${phone}`,
      // A country code of another country, or the prefix of a call from abroad.
      ...(this.#random.chance(0.05) ? [`+44 ${phone}`, `001${phone}`] : []),
    ]);
  }

  #references(): References {
    const random = this.#random;
    const brokers: List<string> = ["Kline Mortgage", "BR-17", "H. Osgood"];
    const campaign = random.pick(["SPRING", "radio-2025", "99"]);
    return random.pick<References>([
      () => undefined,
      ({ reference }) => reference,
      ({ reference }) => reference,
      () => campaign,
      ({ person }) => brokers[person % 3],
      (_, row) => String(row),
    ]);
  }

  #reference(): string {
    return `P-${this.#random.whole(10_000_000, 99_999_999)}`;
  }

  #home(town: Town): Home {
    const random = this.#random;
    const isTower = random.chance(0.12);
    return {
      town,
      zip: random.pick(town.zips),
      number: isTower ? random.pick([100, 250]) : random.whole(1, 4000),
      street: random.pick(STREETS),
      road: random.pick(ROADS),
      unit: isTower ? random.whole(1, 240) : undefined,
    };
  }

  #spouseSurname(surname: string): string {
    if (this.#random.chance(0.75)) return surname;
    return this.#random.chance(0.3) ? `${this.#surname()}-${surname}` : this.#surname();
  }

  #surname(): string {
    const random = this.#random;
    if (random.chance(0.2)) return random.pick(COMMON_SURNAMES);
    return `${random.pick(SURNAME_STARTS)}${random.pick(SURNAME_ENDS)}`;
  }

  #phone({ areas }: Town): string {
    const random = this.#random;
    return `${random.pick(areas)}${random.whole(220, 989)}${random.whole(1000, 9999)}`;
  }

  #email(names: List<string>, surname: string): string {
    const random = this.#random;
    const first = random.pick(names).toLowerCase();
    const last = surname.toLowerCase().replace(/[^a-z]/g, "");
    for (;;) {
      const local = random.pick([
        `${first}.${last}`,
        `${first}${last}`,
        `${first.slice(0, 1)}${last}`,
        `${last}${random.whole(50, 99)}`,
        `${first}${random.whole(1, 999)}`,
      ]);
      const tail = random.chance(0.3) ? random.whole(1, 99) : "";
      const email = `${local}${tail}@${random.pick(MAIL_HOSTS)}`;
      if (!this.#emails.has(email) && this.#emails.add(email)) return email;
    }
  }

  #mistyped(email: string): string {
    const at = this.#random.whole(1, email.indexOf("@") - 1);
    const random = this.#random;
    return random.pick([
      email.slice(0, at) + email.slice(at + 1),
      email.slice(0, at) + email.slice(at - 1),
      email.replace(/\.com$/, ".con"),
      email.replace("gmail.com", "gmial.com"),
    ]);
  }

  #shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, place: this.#random.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }
}

function isOfInitial({ names }: Member): (other: List<string>) => boolean {
  return ([first]) => first[0] === names[0][0];
}

function turned([first, second = first, ...others]: List<string>): List<string> {
  return [second, ...others, first];
}
