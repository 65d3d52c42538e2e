import { expect, it } from 'vitest';
import { LOCAL, openSite } from '../../../test/support/network/open-site.ts';
import { createWebServices } from '../../gate/packs/services/web-services.ts';
import { createPolicy } from '../../policy/create/create-policy.ts';
import { verifyTool } from '../../testing/verify-tool.ts';
import { webFetch } from './fetch/web-fetch.ts';
import { webSearch } from './search/web-search.ts';

const policy = createPolicy({ ...LOCAL, limits: { time: 20_000 } });

it('web_fetch does as it says', async () => {
  const site = await openSite(
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
  );
  const tool = webFetch(createWebServices({ env: {}, policy: () => policy }));
  const args = [
    { url: site.origin },
    { url: `${site.origin}/x`, format: 'text', headers: { 'x-a': 'b' } },
    { url: site.origin, body: 'x' },
  ];
  const { findings, succeeded } = await verifyTool(tool, { arguments: args, runs: 0, policy, packs: ['filesystem'] });
  expect(findings).toEqual([]);
  expect(succeeded).toBe(3);
});

it('web_search does as it says', async () => {
  const results = [{ url: 'https://a.example/', title: 'A', content: 'About A' }];
  const site = await openSite((_, response) => void response.end(JSON.stringify({ results })));
  const web = { search: { provider: 'searxng', baseURL: site.origin } } as const;
  const tool = webSearch(createWebServices({ env: {}, policy: () => policy, web }));
  const args = [{ query: 'a' }, { query: 'b', numResults: 1 }];
  const { findings, succeeded } = await verifyTool(tool, { arguments: args, runs: 0, policy, packs: ['filesystem'] });
  expect(findings).toEqual([]);
  expect(succeeded).toBe(2);
});
