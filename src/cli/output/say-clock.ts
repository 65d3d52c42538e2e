/** The day where it is not today, and the time. */
export function sayClock(at: number): string {
  const [date, now] = [new Date(at), new Date()];
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return date.toDateString() === now.toDateString() ? time : `${day} ${time}`;
}
