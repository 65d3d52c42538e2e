import { setTimeout as sleep } from 'node:timers/promises';
import { type HostProxy, openProxy } from '../proxy/proxy.ts';
import { type GuardedPort, openGuardedPort } from './guarded-port.ts';
import type { FromThread, ShownPage } from './messages.ts';
import { type Studio, toError } from './open-studio.ts';
import { hostOfPage, pageBlocked, pageTooLate, plainHost } from './page-errors.ts';
import type { PagePicture, PageRequest, ServedFile } from './port.ts';
import { addressOfPage, serveWorkspace, WORKSPACE_HOST } from './serve-workspace.ts';

/** Takes the picture of one page, which has a way out of its own that ends with it. */
export async function takePicture(studio: Studio, request: PageRequest): Promise<PagePicture> {
  const { mayReach = () => false } = request;
  const reached = new Map<string, boolean>();
  const proxy = await openProxy((host, near = false) => {
    if (host === WORKSPACE_HOST || !mayReach(host, near)) return false;
    reached.set(host, near);
    return true;
  });
  let port: GuardedPort | undefined;
  try {
    const way = await openGuardedPort(proxy.socket);
    port = way;
    const serve = serveWorkspace(request.source, () => {
      if ([...reached].some(([host, near]) => !mayReach(host, near))) way.close();
    });
    const shown = await order(studio, request, { proxy, port: way, serve });
    if (isRefused(proxy, shown.url)) throw pageBlocked(hostOfPage(shown.url));
    const refused = [...new Set([...proxy.refused].map(plainHost))].filter(name => !name.endsWith('.invalid'));
    return { ...shown, walled: studio.walled, refused };
  } finally {
    port?.close();
    proxy.close();
  }
}

type Means = { proxy: HostProxy; port: GuardedPort; serve: ReturnType<typeof serveWorkspace> };

/** Orders a picture; a page that holds up the browser holds up nobody else. */
async function order(studio: Studio, request: PageRequest, { proxy, port, serve }: Means): Promise<ShownPage> {
  const { width, height, fullPage, format, time, loadTime, signal } = request;
  const url = addressOfPage(request.source);
  const done = new AbortController();
  const late = sleep(time, undefined, { signal: AbortSignal.any([done.signal, signal]) }).then(() => {
    throw pageTooLate(url, time);
  });
  late.catch(() => undefined);
  let id = 0;
  let stop: (() => void) | undefined;
  const work = new Promise<ShownPage>((resolve, reject) => {
    const onMessage = (message: FromThread) => {
      if ('says' in message) request.onProgress(message.says);
      else if ('wants' in message) {
        const answer = (file?: ServedFile) => studio.send({ of: message.of, file });
        serve(message.wants).then(answer, () => answer());
      } else if ('shown' in message) resolve(message.shown);
      else if ('failure' in message) {
        reject(isRefused(proxy, message.asked) ? pageBlocked(hostOfPage(message.asked)) : toError(message.failure));
      }
    };
    const listening = studio.listen(onMessage, reject);
    id = listening.id;
    stop = listening.end;
    const { username, password } = port;
    const way = { server: `http://127.0.0.1:${port.port}`, username, password };
    studio.send({ take: { id, url, width, height, fullPage, format, time, loadTime, proxy: way } });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    work.catch(() => undefined);
    done.abort();
    stop?.();
    studio.send({ drop: id });
  }
}

/** Whether the proxy has refused; over plain http its refusal is itself a page. */
const isRefused = ({ refused }: HostProxy, url: string): boolean =>
  [...refused].some(name => plainHost(name) === hostOfPage(url));
