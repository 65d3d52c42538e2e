/** Waits for some work, and no longer than so many milliseconds. */
export async function atMost(ms: number, work: Promise<void> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise<void>(resolve => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
