import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEMO_FILES } from '../../../src/cli/commands/demo/script.ts';
import { CLI, openHome } from '../open-demo.ts';
import { openModelServer, type ScriptedAnswer } from './model-server.ts';
import { recordTerminal } from './record.ts';
import type { Cell } from './screen.ts';

export const COLUMNS = 118;
const SIZE = { columns: COLUMNS, rows: 60 };

/** What the command line says when it waits for a person's word; Enter takes the first choice, to allow it once. */
const QUESTION = 'Allow it?';
const ENTER = '\r';
const CTRL_D = '\x04';

const TASK = 'Give the shop a discount, and tell the readers.';
const ANSWERS: readonly ScriptedAnswer[] = [
  {
    text: 'I look at how prices are made.',
    calls: [
      { name: 'read_file', args: { path: 'src/price.ts' } },
      { name: 'read_file', args: { path: '.env' } },
    ],
  },
  {
    text: 'The key is not for me, and not needed. Here is the discount.',
    calls: [
      {
        name: 'edit_file',
        args: {
          path: 'src/price.ts',
          old_text: 'export function total(count: number): number {\n    return count * PRICE;',
          new_text:
            'export function total(count: number, discount = 0): number {\n    return count * PRICE - discount;',
        },
      },
    ],
  },
  {
    text: 'Now the readers.',
    calls: [
      {
        name: 'write_file',
        args: { path: 'README.md', content: '# Shop\n\nA tiny shop that counts apples, now with a discount.\n' },
      },
    ],
  },
  { text: 'The shop gives a discount now, and the README says so.' },
];

/** Runs the demo of the terminal. */
export async function recordDemo(): Promise<readonly Cell[][]> {
  const home = openHome();
  try {
    const words = [process.execPath, CLI, 'demo'];
    return await recordTerminal({ typed: 'toolgate demo', words, cwd: home.folder, env: home.env, size: SIZE });
  } finally {
    home.remove();
  }
}

/** Runs an agent with a scripted model on a small shop; a person says yes to what it asks. */
export async function recordRun(): Promise<readonly Cell[][]> {
  const home = openHome();
  const model = await openModelServer(ANSWERS);
  try {
    const shop = join(home.folder, 'shop');
    const put = (path: string, text: string) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    };
    for (const [path, text] of Object.entries(DEMO_FILES)) put(join(shop, path), text);
    const rules = [{ effect: 'read', match: '**/.env*', verdict: 'deny', reason: 'secrets' }];
    const models = { scripted: { baseURL: model.baseURL, model: 'scripted' } };
    const config = { model: 'scripted', models, policy: { extends: 'standard', rules } };
    put(join(home.env.XDG_CONFIG_HOME, 'toolgate', 'config.json'), JSON.stringify(config));
    const words = [process.execPath, CLI, 'run', TASK];
    const answers = [
      { after: QUESTION, type: ENTER },
      { after: 'What next?', type: CTRL_D },
    ];
    const typed = `toolgate run ${JSON.stringify(TASK)}`;
    return await recordTerminal({ typed, words, cwd: shop, env: home.env, size: SIZE, answers });
  } finally {
    model.close();
    home.remove();
  }
}
