import type { Store } from '../../../src/store/port.ts';
import { type Tree, temporaryFiles, treeOf } from '../tree.ts';
import { checkJournal } from './check-journal.ts';
import { type Acknowledged, checkLedger } from './check-ledger.ts';

export interface StateToCheck {
  readonly workspace: string;
  readonly store: Store;
  /** What was there before the first call. */
  readonly initial: Tree;
  readonly acknowledged?: readonly Acknowledged[];
}

/** All that must hold after every process has died and one start has set things right. Gives what does not. */
export async function checkState({ workspace, store, initial, acknowledged = [] }: StateToCheck): Promise<string[]> {
  const tree = treeOf(workspace);
  return [
    ...temporaryFiles(tree).map(path => `temporary file left: ${path}`),
    ...(await checkJournal(store, tree, initial)),
    ...(await checkLedger(store, acknowledged)),
  ];
}
