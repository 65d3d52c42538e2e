import { questionStream, toPrintableLine } from '../../terminal/terminal.ts';
import { loadPrompts, withKeys } from '../../terminal/with-keys.ts';

type EndChoice = 'apply' | 'some' | 'show' | 'leave' | 'drop';

/** Asks what becomes of what a wrapped agent did. Ctrl-C leaves it waiting. */
export async function chooseEnd({ met, files }: { met: boolean; files: boolean }): Promise<EndChoice> {
  const leave = (): EndChoice => 'leave';
  return withKeys(async input => {
    const prompts = await loadPrompts();
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
    return prompts.isCancel(choice) ? leave() : choice;
  }, leave);
}

/** Asks for files of a set; what lies in a repository's own folder is one of them. */
export async function chooseFiles(paths: readonly string[]): Promise<readonly string[]> {
  const groups = Map.groupBy(paths, path => /^(?:.*\/)?\.git(?=\/)/.exec(path)?.[0] ?? path);
  const none = (): string[] => [];
  return withKeys(async input => {
    const prompts = await loadPrompts();
    const chosen = await prompts.multiselect({
      message: 'Which? (blank chooses, enter ends)',
      options: [...groups.keys()].map(name => ({ value: name, label: toPrintableLine(name) })),
      required: false,
      input,
      output: questionStream(),
    });
    return prompts.isCancel(chosen) ? none() : chosen.flatMap(name => groups.get(name) ?? []);
  }, none);
}
