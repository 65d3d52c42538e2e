import { toPrintableLine } from '../../terminal/terminal.ts';
import { askHere } from '../../terminal/with-keys.ts';

type EndChoice = 'apply' | 'some' | 'show' | 'leave' | 'drop';

/** Asks what becomes of what a wrapped agent did. Ctrl-C leaves it waiting. */
export function chooseEnd({ met, files }: { met: boolean; files: boolean }): Promise<EndChoice> {
  const ofFiles = [
    { value: 'show' as const, label: 'Show the differences' },
    { value: 'some' as const, label: 'Take over some files' },
  ];
  const options = [
    { value: 'apply' as const, label: met ? 'Write it over what is there now' : 'Take it over' },
    ...(files ? ofFiles : []),
    { value: 'leave' as const, label: 'Leave it waiting' },
    { value: 'drop' as const, label: 'Drop it' },
  ];
  const question = { message: 'What becomes of it?', options, initialValue: met ? 'leave' : 'apply' } as const;
  return askHere<EndChoice>(
    (prompts, at) => prompts.select<EndChoice>({ ...question, ...at }),
    () => 'leave',
  );
}

/** Asks for files of a set; what lies in a repository's own folder is one of them. */
export async function chooseFiles(paths: readonly string[]): Promise<readonly string[]> {
  const groups = Map.groupBy(paths, path => /^(?:.*\/)?\.git(?=\/)/.exec(path)?.[0] ?? path);
  const options = [...groups.keys()].map(name => ({ value: name, label: toPrintableLine(name) }));
  const message = 'Which? (blank chooses, enter ends)';
  const chosen = await askHere<string[]>(
    (prompts, at) => prompts.multiselect({ message, options, required: false, ...at }),
    () => [],
  );
  return chosen.flatMap(name => groups.get(name) ?? []);
}
