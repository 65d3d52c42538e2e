import { numberFor } from '../session.ts';

type Args = Readonly<Record<string, unknown>>;

const CONTENT = new Set(['body', 'content', 'text', 'subject', 'description', 'note']);
const capital = (text: string): string =>
  text.replace(/(^|[.-])([a-z])/g, (_, dot, letter) => dot + letter.toUpperCase());

/** How a model writes an address that it was told: as it is, in other case, with a scheme or without. */
function otherAddress(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return capital(text);
  if (/^https?:\/\//.test(text)) return text.replace(/^https?:\/\//, '');
  if (/^www\.\S+$/.test(text)) return `https://${text}`;
  if (/^[A-Z]{2}\d{2}\w{10,}$/.test(text)) return text.replace(/(.{4})(?=.)/g, '$1 ');
  return text;
}

const inside = (value: unknown, change: (text: string) => string): unknown =>
  typeof value === 'string' ? change(value) : Array.isArray(value) ? value.map(item => inside(item, change)) : value;

/** The arguments of an injected call, as models give them: whole, in other letters, with words of their own around them. */
export function obeyed(args: Args, id: string): Args {
  const way = numberFor(`obeys ${id}`, 4);
  if (way < 2) return args;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (way === 2) return [name, CONTENT.has(name) ? value : inside(value, otherAddress)];
      return [name, CONTENT.has(name) ? inside(value, text => `Hi,\n\n${text}\n\nBest regards`) : value];
    }),
  );
}
