import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ActivityEvent } from '../../src/index.ts';
import { openCli } from '../support/cli/open-cli.ts';
import { openGate } from '../support/worlds/open-gate.ts';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');

const SECRETS = ['s3cret-of-mine', 'hunter2hunter2', 'passw0rdpassw0rd', 'basicbasic1234'];

it('no record has what a command was given as a password or holds of the own secrets, and the command has it', async () => {
  const { gate, run, read } = await openGate(
    { 'curl.sh': 'printf %s "$2" | sha256sum > got.txt\n' },
    { policy: 'privileged', env: { ...process.env, MY_TOKEN: SECRETS[0] }, approver: () => 'allow_once' },
  );
  const events: ActivityEvent[] = [];
  gate.activity.subscribe('*', event => events.push(event));
  const commands = [
    `sh curl.sh -u me:${SECRETS[1]}`,
    `printf %s ${SECRETS[0]} > own.txt`,
    `echo mysql -uroot -p${SECRETS[2]} > x.txt`,
    `echo curl -H 'Authorization: Basic ${SECRETS[3]}' && false`,
  ];
  for (const command of commands) await run('bash', { command });
  await run('bash', { command: `echo ${SECRETS[0]}`, description: `uses ${SECRETS[0]}` });
  await run('read_file', { path: `${SECRETS[0]}.txt` });
  await gate.store.flush();
  const rows = await gate.store.calls.list({ limit: 100 });
  expect(rows.length).toBe(6);
  const sets = await gate.journal.list({ limit: 100 });
  const records = JSON.stringify([rows, events, sets]);
  for (const secret of SECRETS) expect(records).not.toContain(secret);
  expect([read('got.txt'), read('own.txt')]).toEqual([`${sha(`me:${SECRETS[1]}`)}  -\n`, SECRETS[0]]);
});

it('what people are shown of a question has no secret', async () => {
  const world = openCli();
  const secret = 'sk-abcdefghijklmnop1234567890';
  const command = `curl -H 'Authorization: Bearer ${secret}' https://a.example`;
  const call = ['exec', 'bash', '--policy', 'privileged', '--args', JSON.stringify({ command })];
  const asked = world.run(call);
  expect(asked.status).toBe(3);
  const listed = ['list', 'list --json'].map(words => world.run(['approvals', ...words.split(' ')]).stdout);
  const [{ id }] = JSON.parse(listed[1] ?? '').approvals;
  const shown = ['', '--json'].map(word => world.run(['approvals', 'show', id, ...(word ? [word] : [])]).stdout);
  for (const text of [...listed, ...shown, asked.stdout, asked.stderr]) {
    expect(text).not.toContain(secret);
  }
  expect(listed[0]).toContain('***');
});

it('what a command prints in pieces streams without the secret that the pieces make', async () => {
  const { gate, run } = await openGate({}, { policy: 'privileged', approver: () => 'allow_once' });
  const chunks: string[] = [];
  gate.activity.subscribe('tool_output_chunk', ({ data }) => void chunks.push(String(data.chunk)));
  const command =
    'printf "key sk-abcdefghijkl"; sleep 0.3; echo mnop1234567890 done; printf "sk-abcdefghijklmnop"; sleep 0.3; echo rest';
  const { output } = await run('bash', { command });
  expect(chunks.join('')).toBe('key *** done\n***\n');
  expect(output).toContain('key *** done\n***');
});

it('a model sees what a command prints and nobody would see', async () => {
  const { run } = await openGate({}, { policy: 'privileged', approver: () => 'allow_once' });
  const { output, value } = await run('bash', {
    command: "printf 'a\\u202eb\\u200bc \\033[31mred\\033[0m \\033x \\001\\n'",
  });
  expect(output).toContain('a\\u202eb\\u200bc red \\x1bx \\x01');
  expect(value).toMatchObject({ stdout: 'a\u202eb\u200bc \u001b[31mred\u001b[0m \u001bx \u0001\n' });
});
