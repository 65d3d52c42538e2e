import { expect, test } from 'vitest';
import { hidePatches } from './hide-patches.ts';
import { createPrivateValues } from './private-values.ts';

const hide = (content: string, text: string) => createPrivateValues([content]).hide(text).text;

test.each([
  ['API_KEY=hunter2hunter2', 'the key is hunter2hunter2.', 'the key is ***.'],
  ['export DB_PASSWORD="cat and dog"', 'cat and dog', '***'],
  ['{"apiKey": "abcd1234", "mode": "development"}', 'abcd1234 development', '*** development'],
  ['DATABASE_URL=postgres://me:s3cretpass@db/x', 's3cretpass', '***'],
  ['machine x login me password hunter2hunter2', 'hunter2hunter2', '***'],
  ['//registry.example/:_authToken=abcdefgh1234', 'abcdefgh1234', '***'],
  ['SENTRY=f3a9c1d07b2e4856aa01', 'f3a9c1d07b2e4856aa01', '***'],
  ['TOKEN=4711', 'TOKEN=4711, TOKEN: "4711", 4711 files', 'TOKEN=***, TOKEN: "***", 4711 files'],
  ['API_KEY=hunter2hunter2', Buffer.from('API_KEY=hunter2hunter2').toString('hex'), '***'],
])('of %j the secret is hidden in %j', (content, text, hidden) => {
  expect(hide(content, text)).toBe(hidden);
});

test.each([
  'NODE_ENV=development',
  'APP_URL=http://localhost:3000/application-1',
  'REGION=eu-central-1-production',
  'DB_HOST=db-1.internal.example.com',
  'KEY_FILE=./keys/server-2.pem',
  'PORT=3000',
])('what %j says is no secret, and is shown', content => {
  expect(hide(content, `${content} ${content.split('=')[1]}`)).toBe(`${content} ${content.split('=')[1]}`);
});

test('of patches and finds only the lines of secret files are hidden', () => {
  const patch = [
    'diff --git a/.env b/.env',
    '--- a/.env',
    '+++ b/.env',
    '@@ -1 +1 @@',
    '-A=1',
    '+A=2',
    'diff --git a/x b/x',
    '@@ -1 +1 @@',
    '-a',
    'HEAD:.env:3:A=1',
    'x:1:A=1',
  ].join('\n');
  const hidden = hidePatches(patch, path => path === '.env');
  expect(hidden.text).toBe(patch.replace('-A=1', '-***').replace('+A=2', '+***').replace('.env:3:A=1', '.env:3:***'));
  expect(hidden.found).toBe(3);
});
