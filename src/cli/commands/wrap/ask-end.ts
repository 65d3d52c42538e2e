import { forgetTyped, openKeys, questionStream, toPrintableLine } from '../../terminal/terminal.ts';

type EndChoice = 'apply' | 'some' | 'show' | 'leave' | 'drop';

/** Asks what becomes of what a wrapped agent did. Ctrl-C leaves it waiting. */
export async function chooseEnd({ met, files }: { met: boolean; files: boolean }): Promise<EndChoice> {
  return withKeys('leave', async (prompts, input) => {
    const choice = await prompts.select<EndChoice>({
      message: 'What becomes of it?',
      options: [
        { value: 'apply', label: met ? 'Write it over what is there now' : 'Take it over' },
        ...(files
          ? [
              { value: 'show' as const, label: 'Show the differences' },
              { value: 'some' as const, label: 'Take over some files' },
            ]
          : []),
        { value: 'leave', label: 'Leave it waiting' },
        { value: 'drop', label: 'Drop it' },
      ],
      initialValue: met ? 'leave' : 'apply',
      input,
      output: questionStream(),
    });
    return prompts.isCancel(choice) ? 'leave' : choice;
  });
}

/** Asks for files of a set; what lies in a repository's own folder is one of them. */
export async function chooseFiles(paths: readonly string[]): Promise<readonly string[]> {
  const groups = Map.groupBy(paths, path => /^(?:.*\/)?\.git(?=\/)/.exec(path)?.[0] ?? path);
  return withKeys([], async (prompts, input) => {
    const chosen = await prompts.multiselect({
      message: 'Which? (blank chooses, enter ends)',
      options: [...groups.keys()].map(name => ({ value: name, label: toPrintableLine(name) })),
      required: false,
      input,
      output: questionStream(),
    });
    return prompts.isCancel(chosen) ? [] : chosen.flatMap(name => groups.get(name) ?? []);
  });
}

async function withKeys<T>(
  none: T,
  ask: (prompts: typeof import('@clack/prompts'), input: ReturnType<typeof openKeys>) => Promise<T>,
): Promise<T> {
  const input = openKeys();
  try {
    // What came before the question could be read is no answer to it.
    if ((await forgetTyped(input)).includes('\x03')) return none;
    return await ask(await import('@clack/prompts'), input);
  } finally {
    if (input !== process.stdin) input.destroy();
  }
}
