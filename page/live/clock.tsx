const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

/** The time of day; the day itself for whoever points at it. */
export function Clock({ at }: { readonly at: number }) {
  const date = new Date(at);
  return (
    <time className="clock" dateTime={date.toISOString()} title={DAY.format(date)}>
      {CLOCK.format(date)}
    </time>
  );
}

const BRIEF = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const OTHER_DAY = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `14:02`, or with the day where that is another one. */
export function briefTime(at: number): string {
  const date = new Date(at);
  return (date.toDateString() === new Date().toDateString() ? BRIEF : OTHER_DAY).format(date);
}

/** The same with the day, where there is room for it. */
export function When({ at }: { readonly at: number }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={DAY.format(date)}>
      {briefTime(at)}
    </time>
  );
}
