import { posix } from 'node:path';
import { z } from 'zod';
import { previewHead } from '../../text/previews.ts';
import type { CallContext } from '../../tool/context.ts';
import { type Assessment, readsTree } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import type { RepositoryPlace } from './repository/find-repository.ts';

/** The parts that all tools which only look at a repository have in common. */
export const READS_REPOSITORY = {
  permissions: { required: ['read', 'execute'] },
  effects: () => [readsTree('.')],
  danger: (): Assessment => ({ danger: 'safe', opaque: false }),
  sandboxed: true,
  readOnly: true,
  idempotent: true,
  timeout: 120_000,
  preview: previewHead,
} as const;

export const DIRECTORY = z.string().optional().describe('Folder of the repository, where it is not the workspace');

export const DIRECTORY_NAMES = ['dir', 'repo', 'repository', 'repo_path', 'cwd', 'working_dir'] as const;

const CONTROL = /[\u0000-\u001f\u007f]/;

/** The name of a commit as a model gives it: never an option, and never more than one line. */
export function checkRef(ref: string): string {
  if (ref !== '' && !ref.startsWith('-') && !CONTROL.test(ref)) return ref;
  throw new ToolError('INVALID_ARGUMENTS', `${JSON.stringify(ref)} is no name of a commit`, {
    suggestion: 'Give a branch, a tag, a hash, or such as HEAD~2.',
  });
}

/** The ends of `a..b` and `a...b`, and the dots between; an end that is left out is HEAD. Undefined for one name. */
export function rangeIn(ref: string): { from: string; to: string; dots: string } | undefined {
  const [, left, dots, right] = /^(.*?)(\.{2,3})(.*)$/s.exec(ref) ?? [];
  return dots === undefined ? undefined : { from: left || 'HEAD', to: right || 'HEAD', dots };
}

/** Git's own rules for names of branches, so far as they keep a name from being anything else. */
export function checkBranchName(name: string): string {
  const wrong =
    name === '' ||
    /^[-/.]|^@$|[/.]$|\.lock$|\.\.|\/\/|\/\.|\.lock\/|@\{|[ ~^:?*[\\]/.test(name) ||
    CONTROL.test(name) ||
    name === 'HEAD' ||
    name.startsWith('refs/');
  if (!wrong) return name;
  throw new ToolError('INVALID_ARGUMENTS', `${JSON.stringify(name)} is no name for a branch`, {
    suggestion: 'A name has no spaces, no "..", no leading "-" or "." and none of ~^:?*[\\, as in feature/login.',
  });
}

export function foundCommit(ref: string, hash: string | undefined): string {
  if (hash !== undefined) return hash;
  throw new ToolError('INVALID_ARGUMENTS', `No commit is named ${JSON.stringify(ref)}`, {
    suggestion: 'See git_branch for branches and git_log for commits.',
  });
}

/**
 * Pathspecs for git that mean just these files and folders and nothing cleverer: each is literal, and relative to the
 * repository's top. Files that the policy hides are left out: in the sandbox they would look deleted.
 */
export async function pathspecs(ctx: CallContext, { top }: RepositoryPlace, paths: readonly string[] = []) {
  const { root } = ctx.files;
  const base = posix.join(root, top);
  const within = (absolute: string) => absolute === base || absolute.startsWith(base === '/' ? '/' : `${base}/`);
  const spec = (magic: string, absolute: string) => `:(${magic})${posix.relative(base, absolute)}`;
  const included = paths.map(path => {
    const absolute = posix.resolve(root, path);
    if (path.includes('\0') || !within(absolute))
      throw new ToolError('INVALID_PATH', `${JSON.stringify(path)} is not in the repository`, {
        suggestion: `Paths are relative to the workspace; the repository is ${top === '.' ? 'the workspace' : top}.`,
      });
    return spec('top,literal', absolute);
  });
  const hidden = (await ctx.files.hiddenPaths()).filter(within);
  const excluded = hidden.map(path => spec('top,literal,exclude', path));
  return { specs: [...(included.length > 0 ? included : [':(top)']), ...excluded], hidden: hidden.length };
}

/** Paths from git that the policy hides, also those that are only in a history. */
export const hiddenAmong = (ctx: CallContext, { top }: RepositoryPlace, paths: readonly string[]): string[] => [
  ...new Set(paths.filter(path => ctx.files.isHidden(posix.join(top, path)))),
];

export const excludePath = (path: string): string => `:(top,literal,exclude)${path}`;
