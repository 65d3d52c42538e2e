import { ToolError } from '../../tool/error.ts';
import { errorCodeOf } from '../disk/disk.ts';

/** Says what stopped a commit, in words for a model, when all of it was taken back. */
export function commitFailure(error: unknown, path: string | undefined): ToolError {
  if (error instanceof ToolError) return error;
  const code = errorCodeOf(error);
  const at = path === undefined ? 'The change' : path;
  const fail = (kind: 'EXECUTION_ERROR' | 'PERMISSION_DENIED' | 'STALE_FILE', what: string, suggestion?: string) =>
    new ToolError(kind, `${at} could not be written: ${what}. Nothing was changed.`, {
      ...(suggestion === undefined ? {} : { suggestion }),
      details: { ...(path === undefined ? {} : { path }), ...(code === undefined ? {} : { errno: code }) },
      cause: error,
    });
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return fail('EXECUTION_ERROR', 'the disk is full', 'Free some space, then repeat the call.');
    case 'EFBIG':
      return fail('EXECUTION_ERROR', 'the file is larger than the system allows');
    case 'EROFS':
      return fail('PERMISSION_DENIED', 'the file system is read-only');
    case 'EACCES':
    case 'EPERM':
      return fail('PERMISSION_DENIED', 'the system does not permit it (a read-only folder or file)');
    case 'EEXIST':
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
    case 'ESTALE':
      return fail('STALE_FILE', 'a name or a folder on the way was changed meanwhile', 'Look again, then repeat.');
    case 'EMFILE':
    case 'ENFILE':
      return fail('EXECUTION_ERROR', 'too many files are open');
    default:
      return fail('EXECUTION_ERROR', error instanceof Error ? error.message : String(error));
  }
}

/** The error for a set that is half there and could not be taken back; the journal holds the intent and all images. */
export function halfWritten(error: unknown, undoing: unknown, paths: readonly string[]): ToolError {
  const reason = (problem: unknown) => (problem instanceof Error ? problem.message : String(problem));
  return new ToolError(
    'OUTCOME_UNKNOWN',
    `The change failed (${reason(error)}) and could not be taken back everywhere (${reason(undoing)}): ${paths.join(', ')}.`,
    {
      suggestion: 'The journal keeps the earlier content; the next start tries again to restore it.',
      details: { paths },
      cause: error,
    },
  );
}
