import { readdirSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest';
import { decodePng } from '../../../src/convert/image/decode-png.ts';
import { captureScreenshot } from '../../../src/packs/screenshot/capture-screenshot.ts';
import { openStudio, type Studio } from '../../../src/sandbox/browser/open-studio.ts';
import type { PageRequest } from '../../../src/sandbox/browser/port.ts';
import { takePicture } from '../../../src/sandbox/browser/take-picture.ts';
import { createUnsandboxed } from '../../../src/sandbox/plain/create-unsandboxed.ts';
import { descendants } from '../../../src/testing/child-processes.ts';
import { pixel } from './open-display.ts';

/** Nothing of a browser is left, whatever the page did. */
export async function expectNothingLeft(): Promise<void> {
  const browsers = () => [...descendants().values()].filter(({ command }) => /chrom|sh$|setpriv|sleep/.test(command));
  await vi.waitFor(() => expect(browsers()).toEqual([]), { timeout: 120_000 });
  const folders = readdirSync(tmpdir()).filter(name => name.startsWith(`tg-${process.pid}-`));
  expect(folders).toEqual([]);
}

/** One browser for all tests of a file, for those in which it is not its start and end that count. */
export function shareStudio() {
  let studio: Studio | undefined;
  const { env, platform } = process;
  beforeAll(async () => {
    studio = await openStudio({ env, root: '/nonexistent', signal: new AbortController().signal });
  });
  afterAll(async () => {
    await studio?.close();
    await expectNothingLeft();
  });
  const take = (request: PageRequest) => takePicture(studio!, request);
  return {
    take,
    /** A page alone. */
    shoot: (page: string, changed: Partial<PageRequest> = {}) => take({ ...requestFor(page), ...changed }),
    tool: captureScreenshot({
      env,
      platform,
      outside: async () => createUnsandboxed({ env }),
      findProgram: () => undefined,
      photographPage: take,
    }),
  };
}

export function requestFor(page: string): PageRequest {
  const bytes = Buffer.from(page);
  return {
    source: {
      kind: 'file',
      path: 'page.html',
      rest: '',
      serve: async path => (path === 'page.html' ? { bytes, mediaType: 'text/html; charset=utf-8' } : undefined),
    },
    width: 100,
    height: 80,
    fullPage: false,
    format: 'png',
    root: '/nonexistent',
    time: 120_000,
    loadTime: 60_000,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
}

export const GREEN = '<body style="margin:0;background:rgb(0,255,0)">';
export const middle = async (bytes: Uint8Array) => pixel(await decodePng(Buffer.from(bytes)), 50, 40);

/** A server on this machine, and what it was asked for. */
export async function openServer(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port, asked, server };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise(resolve => server.close(resolve));
  return port;
}

export const html =
  (text: string): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(text);
