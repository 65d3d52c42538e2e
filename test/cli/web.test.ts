import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCli } from '../support/cli/open-cli.ts';
import { openPages, openSite } from '../support/network/open-site.ts';

/** The command line with a config of the user's own. */
function openWithConfig(config: object) {
  const cli = openCli();
  const folder = join(cli.root, '..', 'config', 'toolgate');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  return async (tool: string, args: object, ...more: readonly string[]) => {
    const started = cli.start(['exec', tool, '--args', JSON.stringify(args), '--no-input', ...more]);
    const code = await started.ended();
    return { code, said: started.said() };
  };
}

const POLICY = { extends: 'privileged', network: { allow: ['127.0.0.1'] } };

it('web_fetch prints the page for people, and the outcome as JSON', async () => {
  const site = await openPages({
    '/a': [
      'text/html',
      '<title>Tides</title><table><tr><th>Day</th><th>High</th></tr><tr><td>Monday</td><td>4.1</td></tr></table>',
    ],
  });
  const exec = openWithConfig({ policy: POLICY });
  const shown = await exec('web_fetch', { url: `${site.origin}/a` });
  expect(shown.said).toContain('# Tides\n\n| Day | High |\n| --- | --- |\n| Monday | 4.1 |');
  expect(shown.code).toBe(0);
  const json = await exec('web_fetch', { url: `${site.origin}/a` }, '--json');
  expect(JSON.parse(json.said)).toMatchObject({
    ok: true,
    value: { status: 200, media_type: 'text/html', title: 'Tides' },
  });
});

it('web_fetch of this machine is refused without a rule, whatever is answered', async () => {
  const site = await openPages({});
  const exec = openWithConfig({ policy: 'privileged' });
  const { code, said } = await exec('web_fetch', { url: site.origin }, '--yes');
  expect(said).toContain('NETWORK_BLOCKED');
  expect(said).toContain('policy.network.allow');
  expect(code).toBe(3);
  expect(site.received).toEqual([]);
});

it('web_search asks the server that the config names', async () => {
  const results = [{ url: 'https://boats.example/', title: 'Boats', content: 'All <b>boats</b>' }];
  const site = await openSite((_, response) => void response.end(JSON.stringify({ results })));
  const exec = openWithConfig({ policy: POLICY, web: { search: { provider: 'searxng', baseURL: site.origin } } });
  const { code, said } = await exec('web_search', { query: 'boats' }, '--json');
  expect(JSON.parse(said)).toMatchObject({
    ok: true,
    value: { results: [{ title: 'Boats', url: 'https://boats.example/', snippet: 'All boats' }] },
  });
  expect(code).toBe(0);
});
