import { expect, it } from 'vitest';
import type { PageSource } from './port.ts';
import { serveWorkspace } from './serve-workspace.ts';

it('a served workspace gives one file after the other, and no more than we can carry', async () => {
  const big = { bytes: new Uint8Array(100 * 1024 * 1024), mediaType: 'text/plain' };
  let [underWay, most] = [0, 0];
  const source: PageSource = {
    kind: 'file',
    path: 'a.html',
    rest: '',
    async serve(path) {
      most = Math.max(most, ++underWay);
      await new Promise(resolve => setImmediate(resolve));
      underWay--;
      if (path === 'broken') throw new Error('broken');
      return big;
    },
  };
  let read = 0;
  const serve = serveWorkspace(source, () => read++);
  const paths = ['broken', 'a', 'b', 'c', 'd', 'e'];
  const served = await Promise.allSettled(paths.map(serve));
  expect(served.map(each => (each.status === 'fulfilled' ? each.value !== undefined : 'error'))).toEqual([
    'error',
    ...[true, true, true, false, false],
  ]);
  expect([most, read]).toEqual([1, 5]);
});

it('a served workspace gives nothing to a page that is not of the workspace', async () => {
  expect(await serveWorkspace({ kind: 'host', url: 'http://a.example/' }, () => undefined)('a')).toBeUndefined();
});
