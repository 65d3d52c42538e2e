import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../test/support/suite.ts';
import { PRIVATE, PROTECTED } from '../create/well-known-paths.ts';
import { compilePathGlob, viewPath } from './path-glob.ts';
import { compilePathSet } from './path-set.ts';

const ROOT = '/ws';

const pattern = fc.constantFrom(
  ...PRIVATE,
  ...PROTECTED.filter(glob => glob !== '.git'),
  './top.md',
  'src/a/*.ts',
  '/etc/**',
  '**',
);
const part = fc.oneof(
  fc.constantFrom(
    ...PROTECTED.flatMap(glob => glob.split('/')).filter(name => !/[*?]/.test(name)),
    '.env.local',
    'top.md',
    'A.PEM',
    'etc',
  ),
  fc.stringMatching(/^[a-z.]{1,4}$/).filter(name => !/^\.+$/.test(name)),
);

it('a set of globs finds just what one of its globs matches', () => {
  fc.assert(
    fc.property(
      fc.array(pattern, { maxLength: 6 }),
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      (globs, parts, inside) => {
        const path = viewPath((inside ? `${ROOT}/` : '/') + parts.join('/'), ROOT);
        const alone = globs.some(glob => compilePathGlob(glob, { guards: true }).test(path));
        expect(compilePathSet(globs).find(path) !== undefined).toBe(alone);
      },
    ),
    { numRuns: runs(300) },
  );
});

it('the file .git is in a set that names it, what lies in the folder .git is not', () => {
  const set = compilePathSet(['.git']);
  expect(set.find(viewPath('/ws/sub/.git', ROOT))).toBe('.git');
  expect(set.find(viewPath('/ws/.git/objects/ab/cd', ROOT))).toBeUndefined();
});

it('a set of globs names what it knows inside a folder', () => {
  const set = compilePathSet(['**/.git/hooks/**', '.husky', '*.pem', 'ops/deploy/*.sh', '/etc/cron.d/**']);
  expect(set.namesBelow(viewPath('/ws', ROOT))).toEqual(['.git/hooks', '.husky', 'ops/deploy']);
  expect(set.namesBelow(viewPath('/ws/.git', ROOT))).toEqual(['.git/hooks']);
  expect(set.namesBelow(viewPath('/etc', ROOT))).toEqual(['/etc/cron.d']);
  expect(set.namesBelow(viewPath('/ws/src', ROOT))).toEqual([]);
});

it('a set of globs says the same of a path, whichever paths it was asked about before', () => {
  fc.assert(
    fc.property(
      fc.array(pattern, { minLength: 1, maxLength: 6 }),
      fc.array(fc.array(part, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 8 }),
      (globs, paths) => {
        const set = compilePathSet(globs);
        for (const parts of paths) {
          const path = `${ROOT}/${parts.join('/')}`;
          const alone = compilePathSet(globs).find({ ...viewPath(path, ROOT) });
          expect(set.find(viewPath(path, ROOT))).toBe(alone);
        }
      },
    ),
    { numRuns: runs(300) },
  );
});
