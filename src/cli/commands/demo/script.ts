import type { CallRequest } from '../../../pipeline/call.ts';
import type { ErrorCode } from '../../../tool/codes.ts';

/** The files that the demo starts with. */
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

interface DemoCall extends CallRequest {
  /** The code it is refused with; left out, it goes well. */
  readonly refused?: ErrorCode;
}

export interface DemoStep {
  readonly title: string;
  readonly says: string;
  readonly calls: readonly DemoCall[];
  /** Runs a command, or takes one back; passed over where there is no sandbox. */
  readonly shell?: true;
  /** Done by a person, by hand, before the calls. */
  readonly byHand?: { readonly file: string; readonly append: string; readonly says: string };
}

/** What the scripted model asks for, in order. */
export const DEMO_STEPS: readonly DemoStep[] = [
  {
    title: 'Repaired',
    says: 'A weak model calls read_file by another name, and sends texts where a list and a number belong.',
    calls: [{ name: 'read', args: '{"file_paths": "[\\"README.md\\"]", "limit": "1"}' }],
  },
  {
    title: 'Refused',
    says: 'It asks for a file that a rule denies, and for one outside of the workspace. The model is told why.',
    calls: [
      { name: 'read_file', args: { path: '.env' }, refused: 'POLICY_DENIED' },
      { name: 'read_file', args: { path: '../../etc/passwd' }, refused: 'INVALID_PATH' },
    ],
  },
  {
    title: 'Edited',
    says: 'It edits from memory, with the wrong indentation. One place fits, so the edit is made in the style of the file.',
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
    title: 'Asked',
    says: 'It wants to delete a folder, so a person is asked first. Here the person is scripted too, and says yes, once.',
    calls: [{ name: 'delete_file', args: { path: 'old', recursive: true } }],
  },
  {
    title: 'In a shell',
    says: 'It runs a command, in a sandbox: there is no network, and what the rule denies is not there at all.',
    shell: true,
    calls: [{ name: 'bash', args: { command: 'grep -rc KEY .; sed -i s/pears/plums/ src/stock.ts' } }],
  },
  {
    title: 'And back',
    says: 'All that the command changed is one step, and undo covers it.',
    shell: true,
    calls: [{ name: 'undo_turn', args: {} }],
  },
  {
    title: 'Together',
    says: 'It sends five calls together. What cannot conflict runs side by side; the two edits of one file keep their order.',
    calls: [
      { name: 'read_file', args: { path: 'README.md' } },
      { name: 'get_file_info', args: { path: 'src/price.ts' } },
      { name: 'edit_file', args: { path: 'src/stock.ts', old_text: 'apples: 12', new_text: 'apples: 11' } },
      { name: 'edit_file', args: { path: 'src/stock.ts', old_text: 'apples: 11', new_text: 'apples: 10' } },
      { name: 'read_file', args: { path: 'src/price.ts', limit: 1 } },
    ],
  },
  {
    title: 'Taken back',
    says: 'The edit of the price was a mistake, but a person has changed the same file since. Only the edit is undone.',
    byHand: {
      file: 'src/price.ts',
      append: "export const CURRENCY = 'EUR';\n",
      says: "adds a line to src/price.ts: export const CURRENCY = 'EUR';",
    },
    calls: [{ name: 'undo_file', args: { path: 'src/price.ts' } }],
  },
];
