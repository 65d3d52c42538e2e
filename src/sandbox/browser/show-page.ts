import type { Browser, BrowserContext, CDPSession, Page, Request, Response, Route } from 'playwright-core';
import type { PageOrder, ShownPage } from './messages.ts';
import { isTimeout, notShown, shortUrl } from './page-errors.ts';
import type { ServedFile } from './port.ts';
import { WORKSPACE_HOST } from './serve-workspace.ts';

/** The height of the highest picture in pixels: a browser cannot draw more at once, and nobody can be shown more. */
const HIGHEST = 16_000;
const MOST_PIXELS = 40_000_000;
/** Milliseconds for the parts that a page loads after it was loaded. */
const SETTLE = 2_000;
const QUALITY = 85;
const LONGEST_URL = 2_000;

interface PageWatch {
  readonly onContext: (context: BrowserContext) => void;
  readonly onProgress: (says: string) => void;
  /** Called with each address that the page itself, not a part of it, is asked from. */
  readonly onAsk: (url: string) => void;
  readonly serve: (path: string) => Promise<ServedFile | undefined>;
}

/** Shows a page in a context of its own, and takes its picture. */
export async function showPage(browser: Browser, order: PageOrder, watch: PageWatch): Promise<ShownPage> {
  const { width, height, format, fullPage, url, time, proxy } = order;
  const context = await browser.newContext({
    viewport: { width, height },
    acceptDownloads: false,
    serviceWorkers: 'block',
    permissions: [],
    // The proxy gets this machine's own names too.
    proxy: { ...proxy, bypass: '<-loopback>' },
  });
  watch.onContext(context);
  const isOurs = (address: URL) => address.hostname === WORKSPACE_HOST;
  await context.route(isOurs, route => void serve(route, watch));
  const page = await context.newPage();
  context.on('page', other => void other.close().catch(() => undefined));
  watch.onProgress(`Loading ${shortUrl(url)}`);
  const { status, stillLoading } = await load(page, order, watch);
  watch.onProgress('Taking the picture');
  const session = await holdStill(context, page);
  const whole = fullPage ? Math.max(height, await heightOf(session)) : height;
  const shown = Math.min(whole, HIGHEST, Math.max(height, Math.floor(MOST_PIXELS / width)));
  const bytes = await page.screenshot({
    type: format,
    fullPage,
    animations: 'disabled',
    timeout: time,
    ...(format === 'jpeg' ? { quality: QUALITY } : {}),
    // The picture is as wide as the window, however wide the page is.
    ...(fullPage ? { clip: { x: 0, y: 0, width, height: shown } } : {}),
  });
  return { bytes, url: tellable(page.url()), status, cutBelow: whole - shown, stillLoading };
}

/** Loads a page; one that never ends loading is shown as far as it came. */
async function load(page: Page, { url, loadTime }: PageOrder, { onAsk }: PageWatch) {
  let response: Response | undefined;
  let stillLoading = false;
  const isOfPage = (asked: Request) => asked.isNavigationRequest() && asked.frame() === page.mainFrame();
  page.on('request', each => {
    if (isOfPage(each)) onAsk(each.url());
  });
  page.on('response', each => {
    if (isOfPage(each.request())) response = each;
  });
  try {
    await page.goto(url, { waitUntil: 'load', timeout: loadTime });
    await page.waitForLoadState('networkidle', { timeout: SETTLE }).catch(() => undefined);
  } catch (error) {
    if (!isTimeout(error) || page.url() === 'about:blank') throw error;
    stillLoading = true;
  }
  const said = await proxySaid(response);
  if (said !== undefined) throw notShown(url, new Error(said));
  return { status: response?.status(), stillLoading };
}

/** The reason why the proxy could not reach a server, where it and not the server has answered. */
async function proxySaid(response: Response | undefined): Promise<string | undefined> {
  if (response?.status() !== 502) return undefined;
  const text = await response.text().catch(() => '');
  return /^toolgate: (.*)/.exec(text)?.[1];
}

/** Ends scripts and other windows: while one is being opened, the browser writes a notice across the picture. */
async function holdStill(context: BrowserContext, page: Page): Promise<CDPSession> {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  const others = context.pages().filter(other => other !== page);
  await Promise.all(others.map(other => other.close().catch(() => undefined)));
  return session;
}

/** The height as the browser tells it, not the page, whose scripts may say anything. */
async function heightOf(session: CDPSession): Promise<number> {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  return Math.ceil(cssContentSize.height);
}

/** Answers a request with a file of the workspace, and with none that the call may not see. */
async function serve(route: Route, watch: PageWatch): Promise<void> {
  try {
    const { pathname } = new URL(route.request().url());
    const file = await watch.serve(decodeURIComponent(pathname).replace(/^\/+/, ''));
    if (!file) await route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found in the workspace' });
    else await route.fulfill({ status: 200, contentType: file.mediaType, body: Buffer.from(file.bytes) });
  } catch {
    await route.abort().catch(() => undefined);
  }
}

/** An address that can be told, without a password and not endless: a page may choose it. */
function tellable(url: string): string {
  const address = URL.parse(url);
  if (!address?.username && !address?.password) return url.slice(0, LONGEST_URL);
  Object.assign(address, { username: '', password: '' });
  return address.href.slice(0, LONGEST_URL);
}
