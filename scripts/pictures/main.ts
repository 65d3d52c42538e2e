// npm run build:pictures: the pictures of docs/pictures, from the real page and a real terminal. It takes two minutes and
// needs Chromium (TOOLGATE_BROWSER names one) and `script` of util-linux. With `console` or `terminal` only those are made.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { ROOT } from '../bundle/bundle.ts';
import { toApng } from './animation/to-apng.ts';
import { openFilm } from './film.ts';
import { openBrowser, openDemo } from './open-demo.ts';
import { firstPart } from './terminal/first-part.ts';
import { COLUMNS, recordDemo, recordRun } from './terminal/sessions.ts';
import { toSvg } from './terminal/to-svg.ts';
import { takeTour } from './tour.ts';

const FOLDER = join(ROOT, 'docs/pictures');

/** The size in which the README shows the tour, and how many pixels of a fine screen make one. */
const VIEW = { width: 1440, height: 860 };
const SCALE = 1.25;

/** Milliseconds that the agent of the demo takes between two steps. */
const PACE = 1_500;

/** Lines of a terminal that a picture shows at most. */
const LINES = 46;

function write(name: string, content: string | Buffer): void {
  writeFileSync(join(FOLDER, name), content);
  console.log(`docs/pictures/${name}: ${Math.ceil(content.length / 1024)} KiB`);
}

/** The tour as an animation, and a still of each part of the page; the dark ones have it in their names. */
async function filmConsole(browser: Browser, colorScheme: 'light' | 'dark'): Promise<void> {
  const suffix = colorScheme === 'dark' ? '-dark' : '';
  const demo = await openDemo();
  try {
    const page = await browser.newPage({
      viewport: VIEW,
      deviceScaleFactor: SCALE,
      colorScheme,
      reducedMotion: 'reduce',
    });
    await page.goto(`${demo.link}&pace=${PACE}`);
    await page.locator('.connection.live').waitFor();
    const film = openFilm(page);
    await takeTour(film.visit).finally(() => film.stop());
    for (const [name, png] of film.stills) write(`${name}${suffix}.png`, await toApng([{ png, ms: 0 }]));
    const frames = film.frames();
    write(`tour${suffix}.png`, await toApng(frames));
    console.log(`  ${frames.length} frames, ${Math.round(frames.reduce((sum, { ms }) => sum + ms, 0) / 1000)} s`);
    await page.close();
  } finally {
    await demo.close();
  }
}

async function drawTerminal(): Promise<void> {
  write('terminal-run.svg', toSvg(firstPart(await recordRun(), LINES), COLUMNS, 'toolgate run, at a terminal'));
  write('terminal-demo.svg', toSvg(firstPart(await recordDemo(), LINES), COLUMNS, 'toolgate demo, at a terminal'));
}

const only = process.argv[2];
mkdirSync(FOLDER, { recursive: true });
if (only !== 'console') await drawTerminal();
if (only !== 'terminal') {
  const browser = await openBrowser();
  try {
    for (const scheme of ['light', 'dark'] as const) await filmConsole(browser, scheme);
  } finally {
    await browser.close();
  }
}
