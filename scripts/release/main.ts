import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toReleased } from './changelog.ts';
import { HAVING, toPublished } from './published.ts';

/** `npm run release -- VERSION`: the version, its part of the changelog, how to have it, a commit and a tag. Nothing leaves the machine. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const [version = ''] = process.argv.slice(2);
const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: ROOT, stdio: 'inherit' });
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

if (!/^\d+\.\d+\.\d+(?:-[0-9a-z.]+)?$/.test(version)) throw new Error('npm run release -- 1.2.3');
if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed');
if (git('tag', '--list', `v${version}`) !== '') throw new Error(`v${version} is a tag already`);
const changelog = join(ROOT, 'CHANGELOG.md');
const released = toReleased(readFileSync(changelog, 'utf8'), version, new Date().toISOString().slice(0, 10));
const pages = HAVING.map(path => [join(ROOT, path), toPublished(readFileSync(join(ROOT, path), 'utf8'))] as const);
run('npm', 'run', 'check');
// Built before it is looked at: npm warns of a bin that packing itself is to make.
run('npm', 'run', 'build');
run('npm', 'publish', '--dry-run', '--ignore-scripts', ...(version.includes('-') ? ['--tag', 'next'] : []));
run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
writeFileSync(changelog, released);
for (const [path, text] of pages) writeFileSync(path, text);
run('git', 'commit', '-qam', `Version ${version}`);
run('git', 'tag', '-a', `v${version}`, '-m', `Version ${version}`);
console.log(`v${version} is ready. To publish it: git push --follow-tags`);
