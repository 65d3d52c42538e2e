import assert from 'node:assert/strict';
import type { ChangeSetStatus, JournalStore } from '../../../src/store/port.ts';
import { withStore } from './case.ts';
import { fileStateOf, idOf, sampleBlob, sampleChange, sampleSet } from './samples.ts';

const imageOf = (letter: string) => sampleBlob(letter.repeat(100));

/** A set whose one change went from one image to another, each of 100 bytes. */
async function record(journal: JournalStore, number: number, images: string, status: ChangeSetStatus): Promise<void> {
  const [before, after] = [imageOf(images[0]!), imageOf(images[1]!)];
  const change = sampleChange(number, 0, { before: fileStateOf(before), after: fileStateOf(after) });
  await journal.begin(sampleSet(number), [change], [before, after]);
  if (status !== 'intent') await journal.finish(idOf(number), status);
}

const kept = async (journal: JournalStore): Promise<string> => {
  let letters = '';
  for (const letter of 'abcdefghij') if (await journal.blob(imageOf(letter).sha)) letters += letter;
  return letters;
};

export const pruneImageCases = [
  withStore('pruning forgets the images of the oldest sets and keeps their rows', async ({ journal }) => {
    await record(journal, 1, 'ab', 'committed');
    await record(journal, 2, 'cd', 'rolled_back');
    await record(journal, 3, 'ef', 'committed');
    await journal.prune(600);
    assert.equal(await kept(journal), 'abcdef');
    await journal.prune(399);
    assert.equal(await kept(journal), 'ef');
    assert.equal(await journal.size(), 200);
    assert.equal((await journal.changes(idOf(1)))[0]?.before?.sha, imageOf('a').sha);
    await journal.prune(0);
    assert.equal(await journal.size(), 0);
    assert.equal((await journal.sets({})).length, 3);
  }),
  withStore('an image that a newer set shares stays', async ({ journal }) => {
    await record(journal, 1, 'ab', 'committed');
    await record(journal, 2, 'bc', 'committed');
    await record(journal, 3, 'ca', 'committed');
    await journal.prune(250);
    assert.equal(await kept(journal), 'ac');
  }),
  withStore('images of unfinished sets are never forgotten', async ({ journal }) => {
    await record(journal, 1, 'ab', 'intent');
    await record(journal, 2, 'cd', 'planned');
    await record(journal, 3, 'ec', 'committed');
    await record(journal, 4, 'fg', 'pending');
    await record(journal, 5, 'hi', 'committed');
    await journal.prune(0);
    assert.equal(await kept(journal), 'abcdfg');
    await journal.finish(idOf(1), 'committed');
    await journal.prune(0);
    assert.equal(await kept(journal), 'cdfg');
  }),
  withStore('an image is kept again when it comes again', async ({ journal }) => {
    await record(journal, 1, 'ab', 'committed');
    await journal.prune(0);
    await record(journal, 2, 'ab', 'committed');
    assert.equal(await kept(journal), 'ab');
  }),
];
