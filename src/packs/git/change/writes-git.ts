import { posix } from 'node:path';
import type { CallContext } from '../../../tool/context.ts';
import { type Effect, readsTree, writesTree } from '../../../tool/effect.ts';
import { findRepository } from '../repository/find-repository.ts';

/** Files beside HEAD that a commit or a switch writes or removes. */
const STATE = ['HEAD', 'ORIG_HEAD', 'COMMIT_EDITMSG', 'index', 'MERGE_HEAD', 'MERGE_MSG', 'MERGE_MODE', 'AUTO_MERGE'];
const STATE_MORE = ['SQUASH_MSG', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'];

/** The effects of a change of branches and their logs. */
export async function writesBranches(ctx: CallContext, directory: string | undefined): Promise<Effect[]> {
  const { gitDir, commonDir } = await findRepository(ctx, directory);
  return [
    readsTree('.'),
    ...['refs', 'logs'].map(name => writesTree(posix.join(commonDir, name))),
    writesTree(posix.join(gitDir, 'logs')),
    writesTree(posix.join(commonDir, 'packed-refs')),
    writesTree(posix.join(gitDir, 'HEAD')),
  ];
}

/** The effects of a commit on the repository; as trees, for some of it goes. */
export async function writesCommit(ctx: CallContext, directory: string | undefined): Promise<Effect[]> {
  const { gitDir, commonDir } = await findRepository(ctx, directory);
  return [
    ...(await writesBranches(ctx, directory)),
    writesTree(posix.join(commonDir, 'objects')),
    ...[...STATE, ...STATE_MORE].map(name => writesTree(posix.join(gitDir, name))),
  ];
}

/** The effects of a switch, which writes the files themselves too. */
export async function writesFiles(ctx: CallContext, directory: string | undefined): Promise<Effect[]> {
  const { top } = await findRepository(ctx, directory);
  return [...(await writesCommit(ctx, directory)), writesTree(top)];
}
