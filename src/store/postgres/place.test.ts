import { expect, test } from 'vitest';
import { toOpenError } from './errors.ts';
import { lockOf, postgresPlace, withoutSecrets, workspaceIDProblem } from './place.ts';

test.each([
  ['postgres://anna:secret@db.example:5433/tools?sslmode=require', 'postgres://anna@db.example:5433/tools'],
  ['postgresql://anna:secret@db.example', 'postgresql://anna@db.example'],
  ['postgres:///tools?host=/run/postgresql&user=anna&password=secret', 'postgres:///tools'],
  ['postgres://anna:secret/@db.example/tools', 'postgres://…'],
  ['postgres://anna:12/secret@db.example/tools', 'postgres://…'],
  ['postgres://anna:12/secret%40db.example', 'postgres://…'],
  ['postgres://anna:secret#@db.example/tools', 'postgres://…'],
  ['postgres://anna:12#secret@db.example/tools', 'postgres://anna:12'],
  ['postgres://anna:12?secret@db.example/tools', 'postgres://anna:12'],
  ['memory', 'memory'],
  ['/home/anna/state.db', '/home/anna/state.db'],
])('%s is shown without its password', (url, shown) => {
  expect(withoutSecrets(url)).toBe(shown);
  expect(withoutSecrets(url)).not.toContain('secret');
});

test('no error repeats the password', () => {
  const place = postgresPlace('postgres://anna:s%20cret@db/tools?password=other', 'w');
  const error = toOpenError(new Error('no: s cret, s%20cret, other, postgres://anna:s%20cret@db/tools'), place);
  const { message } = error as Error;
  expect(message).toContain('postgres://anna@db/tools (schema toolgate_w)');
  expect(`${message}${JSON.stringify(error)}`).not.toMatch(/s cret|s%20cret|other/);
});

test('an id of a workspace is a short name', () => {
  for (const id of ['a', 'My-Project_2', 'x'.repeat(48), '0123456789abcdef'.repeat(2)]) {
    expect(workspaceIDProblem(id)).toBeUndefined();
    expect(postgresPlace('postgres://h', id).schema).toBe(`toolgate_${id}`);
  }
  for (const id of ['', '-a', '_', 'a b', 'a"b', 'ä', 'x'.repeat(49), 'a/b', 'a.b', 7, null, undefined]) {
    expect(workspaceIDProblem(id)).toContain('letters');
  }
  expect(() => postgresPlace('postgres://h', 'a"; drop')).toThrow('workspaceID');
});

test('schemas have locks of their own', () => {
  const lock = (id: string) => lockOf(postgresPlace('postgres://h', id));
  expect(lock('a')).toBe(lock('a'));
  expect(lock('a')).not.toBe(lock('b'));
  expect(lock('a')).toMatch(/^\d+, -?\d+$/);
});
