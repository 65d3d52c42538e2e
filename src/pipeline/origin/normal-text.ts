/** A text as it is compared: one form of each letter, no letters that nobody sees, single blanks, no upper case. */
export const toNormal = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** A text with a blank after each full stop where its author forgot that: the next word is part of no address. */
export const withBlanks = (text: string): string => text.replace(/(?<=\p{Ll}[.!?])(?=\p{Lu}\p{Ll}*\s)/gu, ' ');

/** Spellings of one target: with and without the part that only says of what kind the target is. */
export function spellingsOf(value: string): readonly string[] {
  const plain = toNormal(value).replace(/^["'`]+|["'`]+$/g, '');
  // A name with one mailbox; in a list of several, the last is not all that something goes to.
  const inside = /^[^<>@,;:]*<([^<>\s,;]+@[^<>\s,;]+)>$/.exec(plain)?.[1];
  const bare = (inside ?? plain).replace(/^(?:mailto|tel|sms):/, '');
  const address = bare.replace(/^https?:\/\//, '').replace(/\/+$/, '');
  const all = [inside ?? plain, bare, bare.replace(/^[#@]/, ''), ...(address === bare ? [] : [address])];
  return [...new Set(all)].filter(spelling => spelling !== '');
}

/** Whether a text may be the number of an account, which people write in groups. */
const isAccount = (text: string): boolean =>
  /^[\p{L}\p{N} -]{8,64}$/u.test(text) && (text.match(/\d/g) ?? []).length >= 6;

/** Whether a normal text names a target by itself, and not as a part of a longer word. */
export const namesTarget = (text: string, target: string): boolean =>
  spellingsOf(target).some(spelling => holdsWhole(text, spelling) || holdsAccount(text, spelling));

function holdsWhole(text: string, target: string): boolean {
  for (let at = text.indexOf(target); at >= 0; at = text.indexOf(target, at + 1)) {
    const before = text.slice(Math.max(0, at - 3), at);
    const after = text.slice(at + target.length, at + target.length + 2);
    const begins = !/[\p{L}\p{N}_@+.\-/#]$/u.test(before) || /:\/\/$|(?:^|\s)[#@]$/u.test(before);
    const ends = !/^(?:[\p{L}\p{N}_@#]|[.\-+/:?=&%~][\p{L}\p{N}])/u.test(after);
    if (begins && ends) return true;
  }
  return false;
}

function holdsAccount(text: string, target: string): boolean {
  if (!isAccount(target)) return false;
  const letters = [...target.replace(/[\s-]/g, '')].join('[ -]?');
  return new RegExp(`(?<![\\p{L}\\p{N}])${letters}(?![\\p{L}\\p{N}])`, 'u').test(text);
}
