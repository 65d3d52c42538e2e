import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { Frame } from './animation/to-apng.ts';
import type { Visit } from './tour.ts';

/** Milliseconds between two looks at the page; what a frame is seen at least, and at most where nobody asked to read it. */
const BETWEEN = 150;
const LEAST = 80;
const UNREAD = 600;

/** Milliseconds of the whole film; a slow machine makes it no longer. */
const LENGTH = 28_000;

/** Takes pictures of a page, one each time that it has changed. */
export function openFilm(page: Page) {
  const taken: { png: Buffer; at: number; asked: number }[] = [];
  const stills = new Map<string, Buffer>();
  let first = 0;
  let over: number | undefined;
  let looking = Promise.resolve();
  const look = () => {
    looking = looking.then(async () => {
      const png = await page.screenshot({ animations: 'disabled' });
      if (!taken.at(-1)?.png.equals(png)) taken.push({ png, at: Date.now(), asked: 0 });
    });
    return looking;
  };
  const watching = (async () => {
    while (over === undefined) {
      await look();
      await sleep(BETWEEN);
    }
  })();
  watching.catch(() => {});
  const visit: Visit = {
    page,
    async click(target) {
      await pointAt(page, target);
      await look();
      await target.click();
      await look();
    },
    async begin() {
      await sleep(BETWEEN);
      await look();
      first = taken.length - 1;
    },
    async read(seconds) {
      // What just came may still be drawn.
      await sleep(BETWEEN);
      await look();
      taken.at(-1)!.asked += seconds * 1000;
    },
    async still(name) {
      await page.evaluate("document.getElementById('film-pointer')?.remove()");
      stills.set(name, await page.screenshot({ animations: 'disabled' }));
    },
  };
  return {
    visit,
    stills,
    async stop() {
      over = Date.now();
      await watching.catch(() => {});
    },
    /** It plays for ever, so what was before the first one follows the last. */
    frames: (): readonly Frame[] => {
      const lasted = taken.map(({ at }, index) => Math.min((taken[index + 1]?.at ?? over ?? at) - at, UNREAD));
      const unread = taken.reduce((sum, { asked }, index) => sum + (asked > 0 ? 0 : lasted[index]!), 0);
      const room = LENGTH - taken.reduce((sum, { asked }) => sum + asked, 0);
      const pace = Math.min(1, Math.max(0, room) / unread);
      const all = taken.map(({ png, asked }, index) => ({ png, ms: asked || Math.max(LEAST, lasted[index]! * pace) }));
      return [...all.slice(first), ...all.slice(0, first)];
    },
  };
}

const POINTER =
  '<svg width="22" height="22" viewBox="0 0 22 22"><path d="M3 2l6 17 2.5-6.5 6.5-2.5z" fill="#111" stroke="#fff" stroke-width="1.5"/></svg>';

/** Draws the pointer of a mouse where a person would have it, for pictures of a page have none. */
async function pointAt(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) return;
  const x = box.x + Math.min(box.width / 2, 120);
  const y = box.y + box.height / 2;
  await page.evaluate(
    `(() => {
      let pointer = document.getElementById('film-pointer');
      if (!pointer) {
        pointer = document.createElement('div');
        pointer.id = 'film-pointer';
        pointer.innerHTML = ${JSON.stringify(POINTER)};
        Object.assign(pointer.style, { position: 'fixed', zIndex: '99999', pointerEvents: 'none' });
        pointer.setAttribute('aria-hidden', 'true');
        document.body.append(pointer);
      }
      Object.assign(pointer.style, { left: '${x}px', top: '${y}px' });
    })()`,
  );
}
