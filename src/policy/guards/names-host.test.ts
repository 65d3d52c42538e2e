import { expect, it } from 'vitest';
import { createPolicy } from '../create/create-policy.ts';
import { restrict } from '../create/restrict.ts';
import { namesHost } from './names-host.ts';

const allowing = (...allow: string[]) => createPolicy({ extends: 'privileged', network: { allow } });

it('a policy names a host by the very host in the list or in a rule, and for no pattern', () => {
  expect(namesHost(allowing('Localhost'), 'localhost')).toBe(true);
  expect(namesHost(allowing('*', '*.lan'), 'nas.lan')).toBe(false);
  const rule = { effect: 'network', match: '127.0.0.1', verdict: 'allow' } as const;
  expect(namesHost(createPolicy({ extends: 'privileged', rules: [rule] }), '127.0.0.1')).toBe(true);
  const asks = { ...rule, verdict: 'ask' } as const;
  expect(namesHost(createPolicy({ extends: 'privileged', rules: [asks] }), '127.0.0.1')).toBe(false);
});

it('a policy does not name a host where only an agent below names it', () => {
  expect(namesHost(restrict(allowing('*'), allowing('localhost')), 'localhost')).toBe(false);
  expect(namesHost(restrict(allowing('localhost'), allowing('*')), 'localhost')).toBe(true);
});
