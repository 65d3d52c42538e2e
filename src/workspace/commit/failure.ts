import type { ErrorCode } from '../../tool/codes.ts';
import { ToolError } from '../../tool/error.ts';
import { errorCodeOf } from '../disk/disk.ts';

type Failure = readonly [code: ErrorCode, what: string, suggestion?: string];

const FULL: Failure = ['EXECUTION_ERROR', 'the disk is full', 'Free some space, then repeat the call.'];
const CLOSED: Failure = ['PERMISSION_DENIED', 'the system does not permit it (a read-only folder or file)'];
const MOVED: Failure = [
  'STALE_FILE',
  'a name or a folder on the way was changed meanwhile',
  'Look again, then repeat.',
];
const TOO_MANY: Failure = ['EXECUTION_ERROR', 'too many files are open'];

const FAILURES: Readonly<Record<string, Failure>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EACCES: CLOSED,
  EPERM: CLOSED,
  EMFILE: TOO_MANY,
  ENFILE: TOO_MANY,
  EEXIST: MOVED,
  ENOENT: MOVED,
  ENOTDIR: MOVED,
  ELOOP: MOVED,
  ESTALE: MOVED,
  EFBIG: ['EXECUTION_ERROR', 'the file is larger than the system allows'],
  EROFS: ['PERMISSION_DENIED', 'the file system is read-only'],
};

/** Says what stopped a commit, in words for a model, when all of it was taken back. */
export function commitFailure(error: unknown, path: string | undefined): ToolError {
  if (error instanceof ToolError) return error;
  const errno = errorCodeOf(error);
  const [code, what, suggestion] = FAILURES[errno ?? ''] ?? ['EXECUTION_ERROR', reasonOf(error)];
  return new ToolError(code, `${path ?? 'The change'} could not be written: ${what}. Nothing was changed.`, {
    ...(suggestion === undefined ? {} : { suggestion }),
    details: { ...(path === undefined ? {} : { path }), ...(errno === undefined ? {} : { errno }) },
    cause: error,
  });
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The error for a set that is half there and could not be taken back; the journal holds the intent and all images. */
export function halfWritten(error: unknown, undoing: unknown, paths: readonly string[]): ToolError {
  return new ToolError(
    'OUTCOME_UNKNOWN',
    `The change failed (${reasonOf(error)}) and could not be taken back everywhere (${reasonOf(undoing)}): ${paths.join(', ')}.`,
    {
      suggestion: 'The journal keeps the earlier content; the next start tries again to restore it.',
      details: { paths },
      cause: error,
    },
  );
}
