import type { CallRequest } from '../../../pipeline/call.ts';
import type { ErrorCode } from '../../../tool/codes.ts';

export const DEMO_FILES: Readonly<Record<string, string>> = {
  'README.md': '# Shop\n\nA tiny shop that counts apples.\n',
  'src/price.ts': [
    'export const PRICE = 3;',
    '',
    'export function total(count: number): number {',
    '    return count * PRICE;',
    '}',
    '',
  ].join('\n'),
  'src/stock.ts': 'export const stock = { apples: 12, pears: 4 };\n',
  '.env': 'PAYMENT_KEY=not-for-models\n',
  'old/notes.txt': 'Remove me.\n',
};

export const DEMO_PROMPT = 'Give the shop a discount, and clear out what is old.';

interface DemoCall extends CallRequest {
  /** The error code that the call is refused with; left out, the call goes well. */
  readonly refused?: ErrorCode;
}

interface DemoCaptions {
  readonly now: string;
  readonly done: string;
  readonly rejected?: string;
  readonly unanswered?: string;
}

export interface DemoStep {
  readonly id: string;
  readonly title: string;
  readonly captions: DemoCaptions;
  readonly calls: readonly DemoCall[];
  /** The one place where the step is played; left out: in the terminal and on the page. */
  readonly only?: 'terminal' | 'page';
  /** Whether the step runs a command, or takes one back; it is passed over where there is no sandbox. */
  readonly shell?: true;
  /** The call whose change the step takes back; on the page the person does it with a click. */
  readonly takesBack?: string;
  readonly byHand?: { readonly file: string; readonly append: string; readonly says: string };
}

export const NO_SANDBOX =
  'Left out: this machine has no sandbox to run commands in. `toolgate doctor` says what is missing.';

/** What happens, in order. The terminal plays the calls; on the page an agent asks for them. */
export const DEMO_STEPS: readonly DemoStep[] = [
  {
    id: 'look',
    title: 'A helper reads the shop',
    only: 'page',
    captions: {
      now: 'The agent makes a plan, and sends a helper to read the shop.',
      done: 'The agent planned its work, and a helper read the shop. To read is allowed here, so nobody was asked.',
    },
    calls: [],
  },
  {
    id: 'repair',
    title: 'A sloppy call is repaired',
    captions: {
      now: 'It calls read_file by another name, and sends texts where a list and a number belong.',
      done: 'It called read_file by another name, with texts where a list and a number belong. Only one reading was possible, so the call was repaired instead of failed.',
    },
    calls: [{ name: 'read', args: '{"file_paths": "[\\"README.md\\"]", "limit": "1"}' }],
  },
  {
    id: 'refuse',
    title: 'What is not for it is refused',
    captions: {
      now: 'It wants a key from .env, and then a file outside of the project.',
      done: 'It tried to read .env: refused by your rule “secrets”. It tried a file outside of the project: refused as well. The agent was told why, and goes on.',
    },
    calls: [
      { name: 'read_file', args: { path: '.env' }, refused: 'POLICY_DENIED' },
      { name: 'read_file', args: { path: '../../etc/passwd' }, refused: 'INVALID_PATH' },
    ],
  },
  {
    id: 'edit',
    title: 'It gives the discount',
    captions: {
      now: 'It edits src/price.ts from memory, with the wrong indentation.',
      done: 'It edited src/price.ts. It had the indentation wrong, but only one place fits, so the edit was made in the style of the file. You can take it back later.',
    },
    calls: [
      {
        name: 'edit_file',
        args: {
          path: 'src/price.ts',
          old_text: 'export function total(count: number): number {\n  return count * PRICE;\n}',
          new_text:
            'export function total(count: number, discount = 0): number {\n  return count * PRICE - discount;\n}',
        },
      },
    ],
  },
  {
    id: 'run',
    title: 'It runs a command, in a sandbox',
    shell: true,
    captions: {
      now: 'It searches the shop for keys and renames the pears, in a shell.',
      done: 'It ran a command in a sandbox: there was no network, and no .env to find a key in. What it changed in src/stock.ts is recorded like any edit.',
    },
    calls: [
      {
        name: 'bash',
        args: {
          command:
            'grep -rc KEY .; for part in 1 2 3 4; do sleep 0.4; echo "checking part $part of 4"; done; sed -i s/pears/plums/ src/stock.ts',
        },
      },
    ],
  },
  {
    id: 'run-back',
    title: 'A command is taken back',
    only: 'terminal',
    shell: true,
    captions: {
      now: 'It takes the command back.',
      done: 'All that the command changed was one step, and undo covers it.',
    },
    calls: [{ name: 'undo_turn', args: {} }],
  },
  {
    id: 'together',
    title: 'Five calls at once',
    only: 'terminal',
    captions: {
      now: 'It sends five calls together.',
      done: 'What cannot conflict ran side by side; the two edits of one file kept their order.',
    },
    calls: [
      { name: 'read_file', args: { path: 'README.md' } },
      { name: 'get_file_info', args: { path: 'src/price.ts' } },
      { name: 'edit_file', args: { path: 'src/stock.ts', old_text: 'apples: 12', new_text: 'apples: 11' } },
      { name: 'edit_file', args: { path: 'src/stock.ts', old_text: 'apples: 11', new_text: 'apples: 10' } },
      { name: 'read_file', args: { path: 'src/price.ts', limit: 1 } },
    ],
  },
  {
    id: 'ask',
    title: 'It asks before it deletes',
    captions: {
      now: 'It wants to delete the folder old. That needs a person’s yes, so the agent waits.',
      done: 'It wanted to delete the folder old. You allowed it once, so the folder is gone; the next such call asks again.',
      rejected:
        'It wanted to delete the folder old. You said no, so the folder is still there. The agent was told, and went on.',
      unanswered: 'It wanted to delete the folder old. Nobody answered in time, so nothing was deleted.',
    },
    calls: [{ name: 'delete_file', args: { path: 'old', recursive: true } }],
  },
  {
    id: 'undo',
    title: 'You take an edit back',
    takesBack: 'edit-1',
    captions: {
      now: 'All that it changed can be taken back, a change or a turn at a time. Try it with the edit of src/price.ts.',
      done: 'The edit of src/price.ts is taken back: the old function is there again, and what others wrote stays.',
    },
    byHand: {
      file: 'src/price.ts',
      append: "export const CURRENCY = 'EUR';\n",
      says: "adds a line to src/price.ts: export const CURRENCY = 'EUR';",
    },
    calls: [{ name: 'undo_file', args: { path: 'src/price.ts' } }],
  },
];

export const callName = (step: string, index: number): string => `${step}-${index + 1}`;

/** How the command is typed here: in a checkout, and where npx has fetched it, there is no `toolgate` on the path. */
export const toolgateCommand = (event = process.env.npm_lifecycle_event): string =>
  IN_SOURCE ? 'npm run -s toolgate --' : event === 'npx' ? 'npx toolgate' : 'toolgate';

const IN_SOURCE = import.meta.url.endsWith('.ts');
