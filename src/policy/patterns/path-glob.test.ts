import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/suite.ts';
import { compilePathGlob, escapeGlob, viewPath } from './path-glob.ts';

const ROOT = '/home/u/ws';
const guards = (pattern: string, path: string) => compilePathGlob(pattern, { guards: true }).test(viewPath(path, ROOT));
const admits = (pattern: string, path: string) =>
  compilePathGlob(pattern, { guards: false }).test(viewPath(path, ROOT));

describe('what both a guard and an allow match', () => {
  it.each([
    ['.env', `${ROOT}/.env`, true],
    ['.env', `${ROOT}/a/b/.env`, true],
    ['.env', `${ROOT}/a/.envs`, false],
    ['*.pem', `${ROOT}/keys/a.pem`, true],
    ['**/.env*', `${ROOT}/.env.local`, true],
    ['src/*.ts', `${ROOT}/src/a.ts`, true],
    ['src/*.ts', `${ROOT}/lib/src/a.ts`, false],
    ['src/*.ts', `${ROOT}/src/a/b.ts`, false],
    ['./a.md', `${ROOT}/a.md`, true],
    ['./a.md', `${ROOT}/docs/a.md`, false],
    ['/etc/*', '/etc/passwd', true],
    ['etc/*', '/etc/passwd', false],
    ['**/.ssh/*', '/home/u/.ssh/id', true],
    ['.netrc', '/home/u/.netrc', true],
    ['src/**', `${ROOT}/src`, true],
    ['**', `${ROOT}`, true],
    ['**', `${ROOT}/a`, true],
    ['dist/', `${ROOT}/dist/a/b`, true],
    ['src/**', `${ROOT}/src/a\nb`, true],
    ['src/\\[id\\]/*', `${ROOT}/src/[id]/a`, true],
    ['app/(group)/*', `${ROOT}/app/(group)/a`, true],
    ['src//./a', `${ROOT}/src/a`, true],
    ['/', '/etc/passwd', true],
    ['./', `${ROOT}/a/b`, true],
    ['[!a]b', `${ROOT}/cb`, true],
    ['[!a]b', `${ROOT}/ab`, false],
    ['a|b', `${ROOT}/a`, false],
    ['@scope/{a,b}/*', `${ROOT}/@scope/b/x`, true],
    ['caf\u00e9', `${ROOT}/cafe\u0301`, true],
  ])('the glob %s on %j is %s, for a guard and an allow', (pattern, path, expected) => {
    expect(guards(pattern, path)).toBe(expected);
    expect(admits(pattern, path)).toBe(expected);
  });
});

describe('a guard is wider than an allow', () => {
  it.each([
    ['holds for all below a folder', 'secrets', `${ROOT}/secrets/a/b`],
    ['holds below what a star matches', 'conf/*', `${ROOT}/conf/a/b`],
    ['takes upper and lower case as one', '.env', `${ROOT}/.ENV`],
    ['reads brackets as plain characters too', 'app/[...slug]/*.tsx', `${ROOT}/app/[...slug]/page.tsx`],
  ])('a guard %s, an allow does not', (_, pattern, path) => {
    expect(guards(pattern, path)).toBe(true);
    expect(admits(pattern, path)).toBe(false);
  });
});

it('no spelling of a path slips by', () => {
  for (const path of ['.env', './a/../.env', `${ROOT}//.env`, `${ROOT}/a/../.env`, `${ROOT}/.env/`, `${ROOT}/./.env`]) {
    expect(guards('./.env', path), path).toBe(true);
  }
});

it.each([
  ['**/.git/**/modules/**/hooks/**/x', '.git/modules/hooks/'.repeat(200)],
  ['*a*a*a*a*a*b', 'a'.repeat(255)],
  ['**/a*/**/b*/**/c*/**/d', 'ab/bc/ca/'.repeat(400)],
])('%s on a hostile path is judged without trying every way', (pattern, path) => {
  expect(guards(pattern, `${ROOT}/${path}y`)).toBe(false);
  expect(admits(pattern, `${ROOT}/${path}y`)).toBe(false);
});

it('a root that ends with a slash is the same root', () => {
  expect(compilePathGlob('src/*', { guards: true }).test(viewPath('/ws/src/a', '/ws/'))).toBe(true);
  expect(viewPath('/ws', '/ws/').relative).toBe('');
});

it('an escaped name matches just itself', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), name => {
      fc.pre(!/[/\0]/.test(name) && name !== '.' && name !== '..');
      expect(admits(`./${escapeGlob(name)}`, `${ROOT}/${name}`)).toBe(true);
      expect(admits(`./${escapeGlob(name)}`, `${ROOT}/${name}x`)).toBe(false);
    }),
  );
});

const part = fc.constantFrom('a', 'b', '.env', 'c.ts', 'A');
const globPart = fc.oneof(part, fc.constantFrom('*', '**', '*.ts', '.*', '{a,b}', '[ab]'));
const joined = (parts: fc.Arbitrary<string>, least = 1) =>
  fc.array(parts, { minLength: least, maxLength: 4 }).map(all => all.join('/'));

it('what matches below a folder was said to be possible', () => {
  fc.assert(
    fc.property(
      joined(globPart),
      fc.constantFrom('', './', '/', `${ROOT}/`),
      joined(part),
      joined(part),
      (glob, before, folder, below) => {
        const compiled = compilePathGlob(before + glob, { guards: true });
        const at = viewPath(`${ROOT}/${folder}`, ROOT);
        if (compiled.test(viewPath(`${ROOT}/${folder}/${below}`, ROOT))) expect(compiled.mayMatchBelow(at)).toBe(true);
        expect(compilePathGlob(before + glob, { guards: true }).mayMatchBelow(viewPath('/', ROOT))).toBe(true);
      },
    ),
    { numRuns: runs(200) },
  );
});

it('a guard matches whatever an allow of the same glob matches', () => {
  fc.assert(
    fc.property(joined(globPart), joined(part), (glob, path) => {
      if (admits(glob, `${ROOT}/${path}`)) expect(guards(glob, `${ROOT}/${path}`)).toBe(true);
    }),
    { numRuns: runs(200) },
  );
});

it('the view of a path is the same, whichever paths were looked at before', () => {
  const name = fc.constantFrom('a', 'b.ts', '.', '..', '', '.env', 'é', 'e\u0301', 'x/y', '.git');
  const path = fc
    .tuple(fc.constantFrom(ROOT, `${ROOT}/src`, '/etc', ''), fc.array(name, { maxLength: 3 }))
    .map(([start, names]) => [start, ...names].join('/'));
  const root = fc.constantFrom(ROOT, '/', '/etc');
  fc.assert(
    fc.property(fc.array(path, { minLength: 2, maxLength: 8 }), root, (paths, from) => {
      for (const one of paths) {
        const seen = viewPath(one, from);
        viewPath('/elsewhere', '/forgotten');
        expect(viewPath(one, from)).toEqual(seen);
        for (const before of paths) viewPath(before, from);
        expect(viewPath(one, from)).toEqual(seen);
      }
    }),
    { numRuns: runs(300) },
  );
});
