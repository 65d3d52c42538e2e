import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { countCalls } from '../../../scripts/crash/killed-child.ts';
import { removePrograms } from '../../../scripts/crash/programs.ts';
import { prepareScenario } from '../../../scripts/crash/run-scenario.ts';
import { fillWorkspace, SCENARIOS } from '../../../scripts/crash/scenarios.ts';
import { removeTree } from '../../../src/system/remove-tree.ts';

// What a commit asks of the disk, told by the number of its calls: times would differ from machine to machine.

afterAll(removePrograms);

/** How often a scenario makes each system call, in both threads that work with files; closing the store is a part of it. */
async function countIn(name: string): Promise<(...calls: readonly string[]) => number> {
  const scenario = SCENARIOS.find(each => each.name === name)!;
  const counted: ReadonlyMap<string, number>[] = [];
  for (const tracee of ['main', 'pool'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'toolgate-calls-'));
    onTestFinished(() => removeTree(folder));
    const place = { workspace: join(folder, 'workspace'), store: join(folder, 'state', 'toolgate.db') };
    mkdirSync(place.workspace);
    fillWorkspace(place.workspace);
    await prepareScenario(scenario, place);
    counted.push(await countCalls({ ...place, scenario: name, part: 'operation' }, tracee));
  }
  return (...calls) => counted.flatMap(each => calls.map(call => each.get(call) ?? 0)).reduce((a, b) => a + b, 0);
}

/** The calls of a store that closes: its log and its file are synced, and two files beside it go. */
const CLOSING = { syncs: 2, unlinks: 2 };

it('an edit of one file waits for the disk three times: for the journal, the file and its folder', async () => {
  const count = await countIn('edit');
  expect(count('fsync', 'fdatasync') - CLOSING.syncs).toBe(3);
  expect([count('link'), count('rename'), count('unlink') - CLOSING.unlinks]).toEqual([1, 1, 1]);
});

it('what comes into a new folder has its name at once: only the folder gets another one', async () => {
  const count = await countIn('create in a new folder');
  expect([count('link'), count('rename'), count('unlink') - CLOSING.unlinks]).toEqual([0, 1, 0]);
  // The journal at both ends, for these are three changes; the file; each of three folders.
  expect(count('fsync', 'fdatasync') - CLOSING.syncs).toBe(6);
});
