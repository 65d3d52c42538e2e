import { expect, it } from 'vitest';
import { openGate } from '../../support/worlds/open-gate.ts';

it('format_code knows gofmt and rustfmt, with errors that have a line', async () => {
  const { run, read } = await openGate(
    {
      'go.mod': 'module a\n',
      'a.go': 'package a\nfunc  A( ) {}\n',
      'bad.go': 'package a\nfunc  A( {}\n',
      'a.rs': 'fn  a( ) { }\n',
      'bad.rs': 'fn  a( { }\n',
    },
    { policy: 'privileged' },
  );
  const { value } = await run('format_code', {});
  expect(value).toMatchObject({ changed: ['a.go', 'a.rs'] });
  expect(read('a.go')).toBe('package a\n\nfunc A() {}\n');
  expect(read('a.rs')).toBe('fn a() {}\n');
  expect(value).toMatchObject({
    failed: [
      { path: 'bad.go', line: 2 },
      { path: 'bad.rs', line: 1 },
    ],
  });
});
