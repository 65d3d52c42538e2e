import { describe, expect, it } from 'vitest';
import { callLine, isShortened, learnSecrets, mask, maskRecord, maskText } from './mask.ts';

describe('mask', () => {
  it('mask hides values under secret names', () => {
    expect(mask({ password: 'x', api_key: 'y', apiKey: 'z', nested: { authToken: 'q' }, path: 'a' })).toEqual({
      password: '***',
      api_key: '***',
      apiKey: '***',
      nested: { authToken: '***' },
      path: 'a',
    });
  });

  it.each([
    `sk-${'a1B2'.repeat(8)}`,
    `ghp_${'a1B2'.repeat(9)}`,
    `AKIA${'ABCD'.repeat(4)}`,
    `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl`,
    '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----',
  ])('mask hides a token wherever it stands: %s', secret => {
    expect(maskText(`before ${secret} after`)).toBe('before *** after');
  });

  it('mask hides the password of an address and a bearer token', () => {
    expect(maskText('postgres://me:hunter2@db/x')).toBe('postgres://me:***@db/x');
    expect(maskText('Authorization: Bearer abcdefghijkl')).toBe('Authorization: Bearer ***');
  });

  it.each([
    [`see https://me:hush@a.example and ${'a1B2'.repeat(9)}`, `see https://me:***@a.example and ${'a1B2'.repeat(9)}`],
    ['no mark of an address: me:hush@a.example', 'no mark of an address: me:hush@a.example'],
    [`https://12345678:AA${'a1B2'.repeat(9)}@a.example`, 'https://***@a.example'],
    [`https://hooks.slack.com/services/T0/${'a1B2'.repeat(6)} Bearer`, 'https://hooks.slack.com/services/*** Bearer'],
    ['xoxb------BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY----- end', 'xoxb-*** end'],
    [`Bearer abc.ghp_${'a1B2'.repeat(9)}`, 'Bearer ***'],
  ])('what only its neighbours tell is hidden before what is known by its own beginning: %s', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  it.each([
    ['curl -v my-own-x-api-key: hush and more', 'curl -v my-own-x-api-key: ***'],
    ['curl -H "Proxy-Authorization: Digest hush and more" a', 'curl -H "Proxy-Authorization: Digest ***" a'],
    ['curl -v said Set-Cookie: id=hush; Path=/', 'curl -v said Set-Cookie: ***'],
    ['the xcookie: eaten', 'the xcookie: eaten'],
    ['a.token=hush1 b=c=d $x.token=e', 'a.token=*** b=c=d $x.token=e'],
    [`${'word '.repeat(20_000)}db.password=hush`, `${'word '.repeat(20_000)}db.password=***`],
  ])('a name in a text is known by its end, and what belongs to it is hidden to the end: %.60s', (text, masked) => {
    expect(maskRecord(text)).toBe(masked);
  });

  it.each([
    ['HTTP/1.1 200 OK\nSet-Cookie: id=hush1; Path=/; tag=hush2\nDate: now', 'Set-Cookie: ***\nDate: now'],
    ['sent Proxy-Authorization: Basic hush1 and no more', 'sent Proxy-Authorization: Basic ***'],
    ['> Authorization: Digest username="me", response="hush1hush2"', '> Authorization: Digest ***'],
    ['a test about the cookie: it is eaten', 'a test about the cookie: it is eaten'],
  ])('mask hides the whole of a header that proves somebody, wherever it stands: %j', (text, shown) => {
    expect(maskRecord(text)).toContain(shown);
    expect(maskRecord(text)).not.toContain('hush');
  });

  it('mask hides secrets in the query of an address, and nothing else of it', () => {
    const url = 'https://api.example/v1/a?q=tides&api_key=hush1&X-Amz-Signature=hush2&page=2&access_token=hush3#top';
    const hidden = 'https://api.example/v1/a?q=tides&api_key=***&X-Amz-Signature=***&page=2&access_token=***#top';
    expect(mask({ url })).toEqual({ url: hidden });
    expect(maskRecord(`see [a](${url}) and "https://b.example/?key=hush4".`)).toBe(
      `see [a](${hidden}) and "https://b.example/?key=***".`,
    );
    for (const text of ['is a=b? key=5 is', 'https://a.example/?keyboard=qwerty&monkey=1&author=me', 'x ? y=1 : z=2'])
      expect(maskRecord(text)).toBe(text);
    // Nothing to look at twice, however long it is.
    expect(maskRecord('?a='.repeat(100_000)).length).toBe(300_000);
  });

  it('shortens long texts and lists, and survives odd keys', () => {
    const masked = mask({ content: 'x'.repeat(10_000), list: Array(500).fill(1), ['__proto__']: 1 }) as Record<
      string,
      unknown
    >;
    expect(String(masked.content).length).toBeLessThan(600);
    expect((masked.list as unknown[]).length).toBe(51);
    expect(Object.getPrototypeOf(masked)).toBe(Object.prototype);
  });

  it.each([
    ['{"password": "hunter2", "path": "a"}', '{"password": "***", "path": "a"}'],
    ['{"api_key":"hun\\"ter2', '{"api_key":"***'],
    ['{"body":"{\\"token\\":\\"hunter2\\"}"}', '{"body":"{\\"token\\":\\"***\\"}"}'],
    ['export DB_PASSWORD=hunter2 next', 'export DB_PASSWORD=*** next'],
    ["API_KEY = 'hunter 2'", 'API_KEY = ***'],
    ['const token = next();', 'const token = next();'],
    ['PATH=/usr/bin', 'PATH=/usr/bin'],
  ])('mask hides in records what stands under a secret name in a text: %s', (text, masked) => {
    expect(maskRecord(text)).toBe(masked);
  });

  it.each([
    'curl -u me:hunter2 https://a.example',
    'curl -ume:hunter2 https://a.example',
    "curl --user 'me:hunter2' https://a.example",
    'curl -x p:1 --proxy-user me:hunter2 https://a.example',
    'mysql -u root -phunter2 db',
    "mysqldump -uroot -p'hunter2' db > x",
    'mysql --password=hunter2',
    'mysql --password hunter2',
    'sshpass -p hunter2 ssh a',
    'sshpass -phunter2 ssh a',
    'PGPASSWORD=hunter2 psql -c "select 1"',
    'MYSQL_PWD=hunter2 mysql',
    'env password=hunter2 ./run',
    "curl -H 'Authorization: Basic hunter2' a",
    'curl -H "X-Api-Key: hunter2" a',
    "curl -H 'PRIVATE-TOKEN: hunter2' a",
    "curl -b 'sid=hunter2' a",
    'docker login -u me -p hunter2 host',
    'redis-cli -h a -a hunter2 ping',
    'gh auth login --with-token hunter2',
    'zip -P hunter2 a.zip a',
    'openssl enc -aes-256-cbc -pass pass:hunter2',
    'echo hunter2 | sudo -S ls',
    'aws configure set --aws-secret-access-key hunter2',
    'git clone https://me:hunter2@host/x.git',
    'git clone https://hunter2hunter2hunter2hunter2@host/x.git',
    'password: hunter2\nuser: me',
    '-----BEGIN PGP PRIVATE KEY BLOCK-----\nhunter2\n-----END PGP PRIVATE KEY BLOCK-----',
  ])('mask hides in records what a program is given as a password: %s', text => {
    expect(maskRecord(text)).not.toContain('hunter2');
    expect(JSON.stringify(mask({ command: text }))).not.toContain('hunter2');
  });

  it.each([
    'docker run -p 8080:80 -u web image',
    'git push -u origin main',
    'mkdir -p a/b && ls -la | sort -u',
    'ssh -p 22 host',
    'tar -xzf a.tgz -C out',
    'npm run test -- --token-type x --watch',
    'curl -s https://a.example/x?page=2',
    'Unexpected token: x',
    'cp -p a b; ps -u root',
  ])('mask leaves what is no password: %s', text => {
    expect(maskRecord(text)).toBe(text);
  });

  it('mask hides the values of the own secret variables, wherever they stand, and no places', () => {
    learnSecrets({
      MY_API_KEY: 'plain words 42',
      DB: 'pg://u:sw0rdfish!@h/d',
      SSH_AUTH_SOCK: '/tmp/agent.1',
      PWD: '/home/x/y/z',
    });
    expect(maskText('say plain words 42 and sw0rdfish!')).toBe('say *** and ***');
    expect(mask({ command: 'echo plain words 42' })).toEqual({ command: 'echo ***' });
    expect(maskText('in /home/x/y/z with /tmp/agent.1')).toBe('in /home/x/y/z with /tmp/agent.1');
  });

  it('mask hides lists and objects under secret names, and takes a part of very many keys', () => {
    expect(mask({ credentials: { user: 'u' }, cookies: ['a'] })).toEqual({ credentials: '***', cookies: '***' });
    expect(Object.keys(mask(Object.fromEntries(Array(5000).entries())) as object).length).toBeLessThan(300);
  });

  it('mask knows a copy that lacks something of what it was made of', () => {
    const whole = { path: 'a', list: [1, { b: 'text' }] };
    expect(isShortened(mask(whole))).toBe(false);
    for (const odd of [{ a: 'x'.repeat(600) }, { password: 'p' }, Array(60).fill(0), { a: { secret: 's' } }]) {
      expect(isShortened(mask(odd))).toBe(true);
    }
  });

  it('mask names a call in one short line', () => {
    expect(callLine('read_file', { path: 'a', limit: 5 })).toBe('read_file(path="a", limit=5)');
    expect(callLine('write_file', { content: 'x'.repeat(5000) }).length).toBeLessThan(300);
  });
});
