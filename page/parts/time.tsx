const TODAY = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const EARLIER = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });

export function Time({ at }: { readonly at: number }) {
  const date = new Date(at);
  const today = date.toDateString() === new Date().toDateString();
  return <time dateTime={date.toISOString()}>{(today ? TODAY : EARLIER).format(date)}</time>;
}

export const shortId = (id: string): string => (id.length > 12 ? `…${id.slice(-8)}` : id);

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;
