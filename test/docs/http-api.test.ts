import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConsole } from '../../src/console/create-console.ts';
import { temporaryWorkspace } from '../../src/testing/temporary-workspace.ts';
import { pages } from '../support/docs/pages.ts';

const { text } = pages().find(({ path }) => path === 'reference/http-api.md')!;
const REQUESTS = [...text.matchAll(/`(GET|POST|DELETE) (\/api\/[^`?]+)/g)].map(([, method = '', path = '']) => ({
  method,
  path: path.replace('NAME', 'read_file').replace('ID', '0'),
}));

async function openConsole() {
  const workspace = temporaryWorkspace();
  onTestFinished(() => workspace.remove());
  const people = createConsole({
    gate: await workspace.gate(),
    settings: { trusted: true, sources: {}, withheld: [] },
    version: '0',
    page: () => undefined,
    isToken: () => true,
    port: () => 80,
  });
  onTestFinished(() => people.close());
  return people;
}

describe('the page of the HTTP API', () => {
  it('the page of the HTTP API names only addresses that there are', async () => {
    const people = await openConsole();
    const missing: string[] = [];
    for (const { method, path } of REQUESTS) {
      const body = method === 'POST' ? { body: '[]' } : {};
      const headers = { host: '127.0.0.1', 'content-type': 'application/json' };
      const response = await people.fetch(new Request(`http://127.0.0.1${path}`, { method, headers, ...body }));
      if (response.headers.get('content-type')?.includes('event-stream')) await response.body?.cancel();
      else if ((await response.text()).includes('such address')) missing.push(`${method} ${path}`);
    }
    expect(missing).toEqual([]);
    const none = await people.fetch(new Request('http://127.0.0.1/api/none', { headers: { host: '127.0.0.1' } }));
    expect(await none.text()).toContain('such address');
  });

  it('the page of the HTTP API leaves none out', () => {
    const code = readFileSync(new URL('../../src/console/add-routes.ts', import.meta.url), 'utf8');
    const names = (from: string) => new Set([...from.matchAll(/\/api\/([a-z-]+)/g)].map(match => match[1]));
    // The demo is started by the page alone.
    expect([...names(code)].filter(name => name !== 'demo' && !names(text).has(name))).toEqual([]);
    expect(REQUESTS.length).toBeGreaterThan(20);
  });
});
