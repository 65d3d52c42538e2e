type Environment = Readonly<Record<string, string | undefined>>;

/** Names of variables whose values are not for models or records. */
const SECRET =
  /(?:^|_)(?:\w*PASS(?:WORD|WD|PHRASE)?|PWD|\w*KEY|\w*TOKEN|PAT|\w*SECRETS?|CREDENTIALS?|AUTH|COOKIE|SESSION|DSN)(?:$|_)/i;
/** Variables that name places to work in, which are no secrets whatever they look like. */
const PLACES = /^(?:OLD)?PWD$|^(?:XDG|DESKTOP|GNOME|DBUS|KDE)_/i;
/** The shortest value: a shorter one would be hidden in every other word. */
const SHORTEST = 8;

/** The values in an environment that must not be shown, the longest first: of secret names, and passwords in addresses. */
export function secretValues(env: Environment): readonly string[] {
  const values = Object.entries(env).flatMap(([name, value = '']) => [
    ...(SECRET.test(name) && !PLACES.test(name) && !isPlace(value) ? [value] : []),
    ...passwordIn(value),
  ]);
  return [...new Set(values)].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length);
}

/** Whether a value names the place of a secret, and tells nothing of the secret. */
const isPlace = (value: string): boolean => /^(?:~?\/|\.{1,2}\/|[A-Za-z]:\\|unix:)/.test(value);

function passwordIn(value: string): readonly string[] {
  const [, password] = /^[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:([^\s@]+)@/i.exec(value) ?? [];
  return password === undefined ? [] : [password];
}

/** A pattern for these values wherever they stand; undefined where there are none. */
export function valuePattern(values: readonly string[]): RegExp | undefined {
  if (values.length === 0) return undefined;
  return new RegExp(values.map(value => value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
}
