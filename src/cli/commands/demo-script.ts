import type { CallRequest } from '../../pipeline/call.ts';

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

export interface DemoStep {
  readonly says: string;
  readonly calls: readonly CallRequest[];
  /** Done by a person, by hand, before the calls. */
  readonly byHand?: { readonly file: string; readonly append: string; readonly says: string };
}

/** What the scripted model asks for, in order. */
export const DEMO_STEPS: readonly DemoStep[] = [
  {
    says: 'A weak model sends text for a list and for a number, under another name of the tool. The call is repaired.',
    calls: [{ name: 'read', args: '{"file_paths": "[\\"README.md\\"]", "limit": "2"}' }],
  },
  {
    says: 'It asks for a file that a rule denies, and for one outside of the workspace. Both are refused, with the reason.',
    calls: [
      { name: 'read_file', args: { path: '.env' } },
      { name: 'read_file', args: { path: '../../etc/passwd' } },
    ],
  },
  {
    says: 'It edits with the wrong indentation. Only one place fits, so the edit is made, in the style of the file.',
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
    says: 'It wants to delete a folder. That asks; here the person is scripted too and says: yes, once.',
    calls: [{ name: 'delete_file', args: { path: 'old', recursive: true } }],
  },
  {
    says: 'It asks for five things at once. What cannot conflict runs side by side; the two edits of one file keep their order.',
    calls: [
      { name: 'read_file', args: { path: 'README.md' } },
      { name: 'grep', args: { pattern: 'PRICE' } },
      { name: 'edit_file', args: { path: 'src/stock.ts', old_text: 'apples: 12', new_text: 'apples: 11' } },
      { name: 'edit_file', args: { path: 'src/stock.ts', old_text: 'apples: 11', new_text: 'apples: 10' } },
      { name: 'glob', args: { pattern: '**/*.ts' } },
    ],
  },
  {
    says: 'The edit of the price was a mistake: it is taken back. What a person wrote meanwhile stays.',
    byHand: {
      file: 'src/price.ts',
      append: "export const CURRENCY = 'EUR';\n",
      says: 'A person adds a line to src/price.ts by hand.',
    },
    calls: [{ name: 'undo_file', args: { path: 'src/price.ts' } }],
  },
];
