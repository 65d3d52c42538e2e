/** The most files that are written and synced at the same time; a disk does so many in one go. */
const AT_ONCE = 8;

/** Works on items at the same time. Ends when all have ended, also when one fails: no write may go on after that. */
export async function together<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let failed = false;
  const ends = await Promise.allSettled(
    Array.from({ length: Math.min(AT_ONCE, items.length) }, async () => {
      for (const item of waiting) {
        if (failed) return;
        await work(item).catch(error => {
          failed = true;
          throw error;
        });
      }
    }),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
