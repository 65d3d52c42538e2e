import type { Locator, Page } from 'playwright-core';

/** The things of the console that the tour goes by, as a person finds them: by role and by text. All of them stand here. */
export const consoleWords = (page: Page) => {
  const call = page.getByLabel('The call');
  const question = page.getByLabel('The question');
  const guide = page.getByRole('complementary', { name: 'The guide' });
  const step = (text: string): Locator => guide.getByRole('listitem').filter({ hasText: text });
  return {
    start: guide.getByRole('button', { name: 'Start the demo' }),
    /** What the guide says is refused, with the call that it leads to. */
    refusedRead: step('refused by your rule').getByRole('link', { name: 'call 1' }),
    refusal: call.getByText(/POLICY_DENIED|secrets/).first(),
    command: page
      .getByLabel('Calls, by run')
      .getByRole('link', { name: /checking part/ })
      .first(),
    commandOutput: call.getByLabel('Output').getByText('part 4 of 4'),
    commandDone: call.getByRole('heading', { level: 2 }).getByText('ok'),
    /** The question of the demo, in the guide and on a page of its own. */
    asked: guide.getByRole('region', { name: 'The agent asks' }),
    closer: guide.getByRole('link', { name: 'Look closer' }),
    removalShown: question.getByRole('heading', { name: /delete/ }),
    allowOnce: guide.getByRole('button', { name: 'Allow once' }),
    answered: step('You allowed it once'),
    /** The edit that the guide offers to take back. */
    edit: guide.getByRole('link', { name: 'See the change' }),
    editShown: page.getByLabel('The change').getByText('discount').first(),
    takeBack: guide.getByRole('button', { name: 'Take it back' }),
    undone: step('The edit of src/price.ts is taken back'),
    seen: guide.getByRole('heading', { name: 'What you saw' }),
  };
};
