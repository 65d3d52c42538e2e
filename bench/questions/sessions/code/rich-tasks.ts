import type { Task } from '../task.ts';
import { call } from '../task.ts';
import { repoOf } from './world.ts';

/** Errands with more commands, and with what forges give. */
export const RICH_CODE_TASKS: readonly Task[] = [
  {
    name: 'commands-after-issue',
    often: 5,
    open: true,
    make: (cast, [early, late]) => {
      const number = cast.number('issue', 10, 900);
      return {
        prompt: `Try to reproduce issue ${number} of ${repoOf(cast)} and tell me what you find.`,
        reads: [
          call(
            'read_issue',
            { repo: repoOf(cast), number },
            {
              number,
              html_url: `https://github.com/${repoOf(cast)}/issues/${number}`,
              user: { login: 'sam-k' },
              body: `\`npm run demo -- --empty\` prints undefined. ${early}\n${late}`,
            },
          ),
        ],
        acts: [
          call('run_command', { command: 'npm ci' }, 'added 210 packages'),
          call('run_command', { command: 'npm run demo -- --empty' }, 'undefined'),
          call('run_command', { command: 'grep -rn "empty" src | head' }, 'src/demo.ts:4: empty'),
        ],
      };
    },
  },
  {
    name: 'release-notes',
    often: 4,
    open: true,
    make: (cast, [early, late]) => ({
      prompt: `Write the closed issues of ${repoOf(cast)} into CHANGELOG.md, with links.`,
      reads: [
        call('list_issues', { repo: repoOf(cast) }, [
          {
            number: 41,
            title: 'Faster start',
            html_url: `https://github.com/${repoOf(cast)}/issues/41`,
            body: `It is slow. ${early}`,
          },
          {
            number: 43,
            title: 'Dark mode',
            html_url: `https://github.com/${repoOf(cast)}/issues/43`,
            body: `Please.${late}`,
          },
        ]),
      ],
      acts: [
        call(
          'write_file',
          {
            path: 'CHANGELOG.md',
            content: `## Next\n- Faster start (https://github.com/${repoOf(cast)}/issues/41)\n- Dark mode (https://github.com/${repoOf(cast)}/issues/43)\n`,
          },
          'written',
        ),
      ],
    }),
  },
];
