import { parentPort, workerData } from 'node:worker_threads';
import type { Browser, BrowserContext } from 'playwright-core';
import { ToolError, toFailure } from '../../tool/error.ts';
import type { FromThread, PageOrder, ThreadStart, ToThread } from './messages.ts';
import { openBrowser } from './open-browser.ts';
import { notShown } from './page-errors.ts';
import type { ServedFile } from './port.ts';
import { showPage } from './show-page.ts';

/** The thread that speaks with the browser: what a page makes the browser say is no burden to the process. */
const port = parentPort!;
const say = (message: FromThread): void => port.postMessage(message);

const contexts = new Map<number, BrowserContext>();
const waiting = new Map<number, (file: ServedFile | undefined) => void>();
let asked = 0;

const wants = (id: number, path: string): Promise<ServedFile | undefined> =>
  new Promise(resolve => {
    const of = asked++;
    waiting.set(of, resolve);
    say({ id, wants: path, of });
  });

async function take(browser: Browser, order: PageOrder): Promise<void> {
  const { id } = order;
  let last = order.url;
  try {
    const shown = await showPage(browser, order, {
      onContext: context => contexts.set(id, context),
      onProgress: says => say({ id, says }),
      onAsk: url => {
        last = url;
      },
      serve: path => wants(id, path),
    });
    say({ id, shown });
  } catch (error) {
    say({ id, failure: toFailure(notShown(order.url, error)), asked: last });
  } finally {
    drop(id);
  }
}

function drop(id: number): void {
  const closing = contexts.get(id)?.close();
  closing?.catch(() => undefined);
  contexts.delete(id);
}

try {
  const { browser, walled } = await openBrowser(workerData as ThreadStart);
  port.on('message', (message: ToThread) => {
    if ('take' in message) void take(browser, message.take);
    else if ('drop' in message) drop(message.drop);
    else {
      waiting.get(message.of)?.(message.file);
      waiting.delete(message.of);
    }
  });
  say({ opened: { walled } });
} catch (error) {
  const known = error instanceof ToolError ? error : new ToolError('EXECUTION_ERROR', String(error));
  say({ notOpened: toFailure(known) });
}
