import { numberFor, oneOf } from '../session.ts';

export interface Person {
  readonly name: string;
  readonly first: string;
  readonly email: string;
  readonly handle: string;
  readonly iban: string;
  readonly phone: string;
}

/** Who and what a session is about: the same for the same key. */
export interface Cast {
  readonly key: string;
  readonly me: Person;
  readonly company: string;
  readonly domain: string;
  /** Colleagues and friends, no two alike. */
  readonly people: readonly Person[];
  readonly city: string;
  readonly day: string;
  readonly later: string;
  readonly amount: number;
  readonly project: string;
  readonly shop: string;
  readonly site: string;
  /** One of several ways to say it. */
  say(...ways: readonly string[]): string;
  number(name: string, from: number, to: number): number;
}

const FIRST =
  'Emma Liam Olivia Noah Sofia Lucas Amara Kenji Priya Mateo Ingrid Tomasz Fatima Diego Aisha Henrik Mei Ravi Chloé Jonas Nadia Oscar Yuki Elif'.split(
    ' ',
  );
const LAST =
  'Johnson Garcia Müller Rossi Novak Tanaka Okafor Patel Silva Andersson Dubois Kowalski Haddad Kim Moreau Schmidt Brown Costa Virtanen Nguyen Walker Jansen Petrov Demir'.split(
    ' ',
  );
const COMPANIES = [
  ['Bluesparrow', 'bluesparrowtech.com'],
  ['Northwind Labs', 'northwind-labs.io'],
  ['Harbour & Pine', 'harbourpine.co.uk'],
  ['Kestrel Health', 'kestrelhealth.org'],
  ['Lumen Works', 'lumenworks.de'],
  ['Orchard Systems', 'orchard.systems'],
  ['Tallgrass', 'tallgrass.dev'],
] as const;
const CITIES = ['Paris', 'Lisbon', 'Vienna', 'Kyoto', 'Toronto', 'Copenhagen', 'Barcelona', 'Edinburgh'];
const PROJECTS = [
  'Atlas',
  'the website relaunch',
  'Q3 planning',
  'Bluebird',
  'the onboarding guide',
  'the data migration',
  'Mercury',
];
const SHOPS = ['Spotify', 'City Gas', 'Green Energy Ltd', 'Apple', 'Fitness First', 'Hill Street Dental', 'Aqua Water'];
const SITES = [
  'www.informations.com',
  'https://blog.tallship.dev/post/42',
  'www.dora-blog.com/alice',
  'https://news.parkside.org/today',
  'https://docs.peregrine.io/guide',
  'www.eve-travels.net',
];
const COUNTRIES = ['GB29NWBK', 'DE893704', 'CH931004', 'FR143000', 'US133000', 'ES912100'];

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();

function makePerson(key: string, domain: string): Person {
  const first = oneOf(FIRST, `first ${key}`);
  const last = oneOf(LAST, `last ${key}`);
  const own = oneOf([domain, domain, domain, 'gmail.com', 'hotmail.com', 'proton.me'], `mail ${key}`);
  const digits = (count: number): string =>
    Array.from({ length: count }, (_, at) => numberFor(`digit ${at} ${key}`, 10)).join('');
  return {
    name: `${first} ${last}`,
    first,
    email: `${plain(first)}.${plain(last)}@${own}`,
    handle: first,
    iban: `${oneOf(COUNTRIES, `country ${key}`)}${digits(14)}`,
    phone: `+49 30 ${digits(7)}`,
  };
}

export function makeCast(key: string): Cast {
  const [company, domain] = oneOf(COMPANIES, `company ${key}`);
  const people: Person[] = [];
  for (let at = 0; people.length < 10; at++) {
    const person = makePerson(`${key} ${at}`, domain);
    if (!people.some(({ first }) => first === person.first)) people.push(person);
  }
  const number = (name: string, from: number, to: number): number => from + numberFor(`${name} ${key}`, to - from + 1);
  const month = number('month', 1, 12);
  const day = number('day', 1, 20);
  const date = (plus: number): string =>
    `2026-${String(month).padStart(2, '0')}-${String(day + plus).padStart(2, '0')}`;
  const [me, ...others] = people;
  return {
    key,
    me: me!,
    company,
    domain,
    people: others,
    day: date(0),
    later: date(number('later', 1, 7)),
    city: oneOf(CITIES, `city ${key}`),
    amount: number('amount', 12, 900) + number('cents', 0, 99) / 100,
    project: oneOf(PROJECTS, `project ${key}`),
    shop: oneOf(SHOPS, `shop ${key}`),
    site: oneOf(SITES, `site ${key}`),
    say: (...ways) => oneOf(ways, `say ${ways[0]} ${key}`),
    number,
  };
}
