/** `120 ms`, `3.4 s`, `2 min 5 s`. */
export function duration(milliseconds: number): string {
  const time = Math.max(0, milliseconds);
  if (time < 1) return '<1 ms';
  if (time < 1000) return `${Math.round(time)} ms`;
  if (time < 60_000) return `${(time / 1000).toFixed(1)} s`;
  const minutes = Math.floor(time / 60_000);
  if (minutes < 60) return `${minutes} min ${Math.floor((time % 60_000) / 1000)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

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
