import type { Locator, Page } from 'playwright-core';
import { consoleWords } from './page-words.ts';

/** Stills of the console, by the names of their files. */
export const STILLS = ['live', 'approval', 'changes'] as const;

/** What happens on the page while the tour goes on; a film takes pictures, a test only goes along. */
export interface Visit {
  readonly page: Page;
  click(target: Locator): Promise<void>;
  /** What is in sight now is the first that is seen: all that a viewer shows who plays no animation. */
  begin(): Promise<void>;
  /** Gives whoever watches this many seconds to read. */
  read(seconds: number): Promise<void>;
  still(name: (typeof STILLS)[number]): Promise<void>;
}

interface TourStep {
  readonly title: string;
  go(visit: Visit, words: ReturnType<typeof consoleWords>): Promise<void>;
}

/** What is shown of `serve --demo`, in this order: each step leaves the page where the next one begins. */
export const TOUR: readonly TourStep[] = [
  {
    title: 'an agent is started',
    async go({ click, read }, { start }) {
      await start.waitFor();
      await read(2);
      await click(start);
    },
  },
  {
    title: 'a read of a secret is refused',
    async go({ begin, click, read }, { refusedRead, refusal }) {
      await refusedRead.waitFor();
      await begin();
      await read(2);
      await click(refusedRead);
      await refusal.waitFor();
      await read(2.5);
    },
  },
  {
    title: 'a command streams what it prints',
    async go({ click, read, still }, { command, commandOutput, commandDone }) {
      await command.waitFor();
      await click(command);
      await commandOutput.waitFor();
      await commandDone.waitFor();
      await read(2);
      await still('live');
    },
  },
  {
    title: 'a person is shown what would be deleted, and allows it',
    async go({ click, read, still }, { asked, closer, removalShown, allowOnce, answered }) {
      await asked.waitFor();
      await read(2.5);
      await click(closer);
      await removalShown.waitFor();
      await read(2);
      await still('approval');
      await click(allowOnce);
      await answered.waitFor();
      await read(1);
    },
  },
  {
    title: 'the agent ends, and its edit is there as a diff',
    async go({ click, read, still }, { seen, edit, editShown }) {
      await seen.waitFor();
      await click(edit);
      await editShown.waitFor();
      await read(2.5);
      await still('changes');
    },
  },
  {
    title: 'the edit is taken back',
    async go({ click, read }, { takeBack, undone }) {
      await click(takeBack);
      await undone.waitFor();
      await read(3);
    },
  },
];

/** Goes through all of it. */
export async function takeTour(visit: Visit): Promise<void> {
  const words = consoleWords(visit.page);
  for (const { title, go } of TOUR) {
    await go(visit, words).catch(error => {
      throw new Error(`The tour does not fit the page, where ${title}`, { cause: error });
    });
  }
}
