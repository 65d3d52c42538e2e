import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { LOCAL, openSite, type ReceivedRequest } from '../../../../test/support/network/open-site.ts';
import { openGate } from '../../../../test/support/worlds/open-gate.ts';
import { secondsToWait } from '../fetch/read-response.ts';
import type { SearchSettings } from '../services.ts';
import { tidyHits } from './web-search.ts';

const json = (response: ServerResponse, body: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const KEY = 'key-of-the-test-1234';

const search = async (
  provider: SearchSettings['provider'],
  answer: (request: ReceivedRequest, response: ServerResponse) => void,
) => {
  const site = await openSite(answer);
  const env = { TEST_KEY: KEY };
  const web = { search: { provider, baseURL: site.origin, apiKeyEnv: 'TEST_KEY' } };
  const { run } = await openGate({}, { policy: LOCAL, web, env });
  return { site, run, ask: (args: object = {}) => run('web_search', { query: 'small boats', ...args }) };
};

describe('providers in their own shapes', () => {
  it('Brave: a GET with its token', async () => {
    const { site, ask } = await search('brave', (_, response) =>
      json(response, {
        type: 'search',
        query: { original: 'small boats', more_results_available: true },
        mixed: { type: 'mixed', main: [{ type: 'web', index: 0, all: false }] },
        web: {
          type: 'search',
          family_friendly: true,
          results: [
            {
              title: 'Small boats &amp; sails',
              url: 'https://boats.example/list',
              description: 'A list of <strong>small boats</strong> &#x2014; with prices &lt;2026&gt;.',
              page_age: '2026-01-02T00:00:00',
              profile: { name: 'Boats', url: 'https://boats.example' },
              language: 'en',
            },
            { title: 'Second', url: 'https://two.example/', description: 'Two' },
          ],
        },
      }),
    );
    const outcome = await ask({ numResults: 2 });
    expect(outcome.value).toEqual({
      results: [
        {
          title: 'Small boats & sails',
          url: 'https://boats.example/list',
          snippet: 'A list of small boats — with prices <2026>.',
        },
        { title: 'Second', url: 'https://two.example/', snippet: 'Two' },
      ],
    });
    expect(outcome.output).toContain('1. Small boats & sails\n   https://boats.example/list\n   A list');
    expect(outcome.output).toContain('<untrusted-content id="');
    const [request] = site.received;
    const asked = new URL(request!.url, site.origin);
    expect(request?.method).toBe('GET');
    expect(asked.pathname).toBe('/res/v1/web/search');
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({ q: 'small boats', count: '2' });
    expect(request?.headers['x-subscription-token']).toBe(KEY);
  });

  it('Tavily: a POST with a bearer token', async () => {
    const { site, ask } = await search('tavily', (_, response) =>
      json(response, {
        query: 'small boats',
        follow_up_questions: null,
        answer: null,
        images: [],
        results: [{ url: 'https://a.example/', title: 'A', content: 'About A', score: 0.9, raw_content: null }],
        response_time: 1.2,
        request_id: 'r',
      }),
    );
    expect((await ask()).value).toEqual({ results: [{ title: 'A', url: 'https://a.example/', snippet: 'About A' }] });
    const [request] = site.received;
    expect(request).toMatchObject({ method: 'POST', url: '/search' });
    expect(request?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(JSON.parse(request!.body)).toMatchObject({ query: 'small boats', max_results: 5 });
  });

  it('Exa: a POST with its key, texts as snippets', async () => {
    const { site, ask } = await search('exa', (_, response) =>
      json(response, {
        requestId: 'r',
        resolvedSearchType: 'neural',
        results: [
          {
            id: 'https://a.example/',
            title: 'A',
            url: 'https://a.example/',
            publishedDate: '2026-01-01T00:00:00.000Z',
            author: null,
            text: 'Text of A',
          },
          {
            id: 'https://b.example/',
            title: null,
            url: 'https://b.example/x',
            highlights: ['first', 'second'],
            highlightScores: [0.5, 0.4],
          },
        ],
        costDollars: { total: 0.005 },
      }),
    );
    expect((await ask()).value).toEqual({
      results: [
        { title: 'A', url: 'https://a.example/', snippet: 'Text of A' },
        { title: 'b.example', url: 'https://b.example/x', snippet: 'first … second' },
      ],
    });
    const [request] = site.received;
    expect(request).toMatchObject({ method: 'POST', url: '/search' });
    expect(request?.headers['x-api-key']).toBe(KEY);
    expect(JSON.parse(request!.body)).toMatchObject({ query: 'small boats', numResults: 5 });
  });

  it('SearXNG: a GET for JSON, without a key, at most as many as were asked for', async () => {
    const results = Array.from({ length: 20 }, (_, index) => ({
      url: `https://r${index}.example/`,
      title: `R${index}`,
      content: `Content ${index}`,
      engine: 'duckduckgo',
      parsed_url: ['https', `r${index}.example`, '/', '', '', ''],
      template: 'default.html',
      engines: ['duckduckgo'],
      positions: [1],
      score: 1,
      category: 'general',
    }));
    const { site, ask } = await search('searxng', (_, response) =>
      json(response, {
        query: 'small boats',
        number_of_results: 0,
        results,
        answers: [],
        corrections: [],
        infoboxes: [],
        suggestions: [],
        unresponsive_engines: [],
      }),
    );
    const { value } = await ask({ numResults: 3 });
    expect((value as { results: unknown[] }).results).toHaveLength(3);
    const [request] = site.received;
    expect(request?.url).toBe('/search?q=small+boats&format=json');
    expect(JSON.stringify(request?.headers)).not.toContain(KEY);
  });

  it('find nothing, and say so', async () => {
    const { ask } = await search('brave', (_, response) =>
      json(response, { type: 'search', query: { original: 'x' } }),
    );
    const outcome = await ask();
    expect(outcome).toMatchObject({ ok: true, value: { results: [] } });
    expect(outcome.output).toContain('Brave Search found nothing.');
  });
});

describe('what goes wrong', () => {
  it.each([
    ['brave', 401, { error: { detail: 'no' } }, 'does not take the key', false, 'TEST_KEY'],
    [
      'brave',
      422,
      { error: { code: 'SUBSCRIPTION_TOKEN_INVALID', detail: `The token ${KEY} is invalid` } },
      'does not take the key',
      false,
      'TEST_KEY',
    ],
    [
      'tavily',
      401,
      { detail: { error: 'Unauthorized: missing or invalid API key.' } },
      'does not take the key',
      false,
      'TEST_KEY',
    ],
    ['tavily', 432, { detail: { error: 'usage limit' } }, 'used up', false, 'plan'],
    ['tavily', 400, { detail: { error: 'Query is too long.' } }, 'Query is too long.', false, 'shorter'],
    ['exa', 429, { error: 'rate limit' }, 'asked too often', true, 'Wait'],
    ['exa', 402, { error: 'no credits' }, 'used up', false, 'plan'],
    ['searxng', 403, '<html>Forbidden</html>', 'gives no JSON', false, 'search.formats'],
    ['searxng', 500, 'oops', 'failed', true, 'later'],
    ['searxng', 200, '<html>A page</html>', 'not its own', false, 'baseURL'],
    ['exa', 200, { results: 'none' }, 'not its own', false, 'baseURL'],
    ['brave', 200, [], 'not its own', false, 'baseURL'],
    ['brave', 200, { type: 'ErrorResponse', error: { detail: `Bad ${KEY}` } }, 'refused the search', false, 'query'],
    ['tavily', 200, { detail: { error: 'Come back later.' } }, 'Come back later.', false, 'query'],
    ['exa', 200, {}, 'not its own', false, 'baseURL'],
  ] as const)('%s answers %i', async (provider, status, body, message, retryable, advice) => {
    const { ask } = await search(provider, (_, response) =>
      typeof body === 'string' ? void response.writeHead(status).end(body) : json(response, body, status),
    );
    const { error } = await ask();
    expect(error).toMatchObject({ code: 'EXECUTION_ERROR', retryable });
    expect(error?.message).toContain(message);
    expect(error?.suggestion).toContain(advice);
    expect(JSON.stringify(error)).not.toContain(KEY);
  });

  it('what goes wrong says how long a provider wants to be left alone', async () => {
    const { ask } = await search('brave', (_, response) => {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' }).end('{"error":"slow down"}');
    });
    expect((await ask()).error).toMatchObject({
      retryable: true,
      suggestion: 'Wait 7 seconds and search again.',
      details: { retryAfter: 7 },
    });
    const now = Date.parse('Sun, 15 Nov 2026 10:00:00 GMT');
    expect(secondsToWait('Sun, 15 Nov 2026 10:01:00 GMT', now)).toBe(60);
    for (const odd of [null, '', '-5', '0', '99999999999', 'soon', 'Sun, 15 Nov 2020 10:01:00 GMT'])
      expect(secondsToWait(odd, now)).toBeUndefined();
  });

  it('what goes wrong leaves out what a provider forgot or wrote for browsers', async () => {
    const { ask } = await search('searxng', (_, response) =>
      json(response, {
        results: [
          { url: 'https://a.example/', title: '<b>Tides</b> &amp; moons', content: null },
          { title: 'No address', content: 'x' },
          { url: 'https://b.example/' },
          null,
          'text',
          { url: 'javascript:alert(1)', title: 'x' },
        ],
      }),
    );
    expect((await ask()).value).toEqual({
      results: [
        { title: 'Tides & moons', url: 'https://a.example/', snippet: '' },
        { title: 'b.example', url: 'https://b.example/', snippet: '' },
      ],
    });
  });

  it('what goes wrong is said before anything is sent, where no provider is configured', async () => {
    const { run } = await openGate({}, { policy: 'privileged', env: {} });
    const { error } = await run('web_search', { query: 'x' });
    expect(error?.code).toBe('EXECUTION_ERROR');
    for (const name of ['web.search', 'BRAVE_API_KEY', 'TAVILY_API_KEY', 'EXA_API_KEY', 'SEARXNG_URL'])
      expect(error?.suggestion).toContain(name);
  });

  it('what goes wrong names the variable that is missing, and the choice to make', async () => {
    const keyless = await openGate({}, { policy: 'privileged', env: {}, web: { search: { provider: 'exa' } } });
    expect((await keyless.run('web_search', { query: 'x' })).error?.suggestion).toContain('EXA_API_KEY');
    const both = await openGate({}, { policy: 'privileged', env: { EXA_API_KEY: 'a', BRAVE_API_KEY: 'b' } });
    expect((await both.run('web_search', { query: 'x' })).error?.message).toContain('BRAVE_API_KEY and EXA_API_KEY');
    const nowhere = await openGate({}, { policy: 'privileged', env: {}, web: { search: { provider: 'searxng' } } });
    expect((await nowhere.run('web_search', { query: 'x' })).error?.suggestion).toContain('web.search.baseURL');
  });

  it('what goes wrong sends nothing to a place that its address redirects to', async () => {
    const { site, ask } = await search(
      'tavily',
      (_, response) => void response.writeHead(307, { location: '/other' }).end(),
    );
    expect((await ask()).error?.code).toBe('NETWORK_BLOCKED');
    expect(site.received).toHaveLength(1);
  });
});

describe('who may be asked', () => {
  it('who may be asked is automatic where the host of the provider is allowed, and asked for otherwise', async () => {
    const env = { BRAVE_API_KEY: KEY };
    const call = { name: 'web_search', args: { query: 'x' } };
    const { gate } = await openGate({}, { policy: 'privileged', env });
    const effects = [{ kind: 'network', resource: 'api.search.brave.com' }];
    expect(await gate.explain(call)).toMatchObject({ verdict: 'ask', effects });
    const allowed = await openGate(
      {},
      { policy: { extends: 'privileged', network: { allow: ['api.search.brave.com'] } }, env },
    );
    expect(await allowed.gate.explain(call)).toMatchObject({ verdict: 'allow' });
  });

  it('who may be asked may be a private server of the user, after a yes, and web_fetch may not', async () => {
    const site = await openSite((_, response) =>
      json(response, { results: [{ url: 'https://a.example/', title: 'A', content: '' }] }),
    );
    const { run } = await openGate(
      {},
      { policy: 'privileged', env: { SEARXNG_URL: site.origin }, approver: () => 'allow_once' },
    );
    expect((await run('web_search', { query: 'x' })).value).toEqual({
      results: [{ title: 'A', url: 'https://a.example/', snippet: '' }],
    });
    expect((await run('web_fetch', { url: `${site.origin}/search` })).error?.code).toBe('NETWORK_BLOCKED');
    expect(site.received).toHaveLength(1);
  });

  it('who may be asked takes numbers and names as models send them, and refuses an empty question', async () => {
    const { ask, run } = await search('searxng', (_, response) => json(response, { results: [] }));
    expect((await ask({ num_results: '3' })).ok).toBe(true);
    for (const query of ['', '   ']) expect((await run('web_search', { query })).error?.code).toBe('INVALID_ARGUMENTS');
    expect((await ask({ numResults: 0 })).error?.code).toBe('INVALID_ARGUMENTS');
  });
});

describe('results', () => {
  it('results are pages of the web, each once, in plain and bounded text', () => {
    const hits = [
      { title: 'a\u202eb\n\n<i>c</i>', url: 'https://a.example/', snippet: 'x'.repeat(5_000) },
      { title: 'again', url: 'https://a.example/' },
      { title: 'script', url: 'javascript:alert(1)' },
      { title: 'file', url: 'file:///etc/passwd' },
      { title: 'login', url: 'https://u:p@b.example/' },
      { title: 7, url: 7 },
      { url: 'http://c.example' },
    ];
    const results = tidyHits(hits, 10);
    expect(results.map(({ title, url }) => [title, url])).toEqual([
      ['ab c', 'https://a.example/'],
      ['c.example', 'http://c.example/'],
    ]);
    expect(results[0]?.snippet).toHaveLength(600);
  });
});
