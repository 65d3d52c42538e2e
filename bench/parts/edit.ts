import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createToolgate } from '../../src/index.ts';
import { openApart } from '../apart.ts';
import type { Contest } from '../contest.ts';
import { inFolder, type Part } from '../part.ts';
import { makeLines } from '../tree.ts';

const SERVER = join(import.meta.dirname, '../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');

/** One line of a file is changed: by us durably and so that it can be taken back. */
export const measure: Part = options =>
  inFolder(options, async folder => {
    const root = join(folder, 'ws');
    mkdirSync(root);
    const gate = await createToolgate({ workspace: root, store: join(folder, 'state/toolgate.db') });
    const apart = openApart();
    const client = new Client({ name: 'bench', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [SERVER, root], stderr: 'ignore' }),
    );
    const contest = (name: string, bytes: number, goal?: number): Contest => {
      const lines = makeLines(bytes);
      for (const owner of ['floor', 'ours', 'peer'])
        writeFileSync(join(root, `${owner}-${name}.js`), `${lines.join('\n')}\n`);
      const middle = Math.floor(lines.length / 2);
      const from = `compute(${middle}, "`;
      // A model takes its time; just after a change more is compared, for metadata cannot tell the next one yet.
      const ready = () => sleep(50);
      let marks = { ours: '', peer: '' };
      const next = (who: keyof typeof marks) => {
        const old = marks[who];
        marks = { ...marks, [who]: old.length > 40 ? '' : `${old}x` };
        return [`${from}${old}some text`, `${from}${marks[who]}some text`] as const;
      };
      return {
        work: `one line in ${name}`,
        measure: 'wall',
        goal,
        contestants: [
          {
            name: 'read, temp, fsync, rename',
            role: 'floor',
            ready,
            once: () => {
              const path = join(root, `floor-${name}.js`);
              return apart.do({ kind: 'replace', path, old: from, fresh: `${from}x` });
            },
          },
          {
            name: 'toolgate edit_file',
            role: 'ours',
            ready,
            once: async () => {
              const [old_text, new_text] = next('ours');
              const outcome = await gate.execute({
                name: 'edit_file',
                args: { path: `ours-${name}.js`, old_text, new_text },
              });
              if (!outcome.ok) throw new Error(outcome.output);
            },
          },
          {
            name: 'MCP filesystem server, no fsync, no undo',
            role: 'peer',
            ready,
            once: async () => {
              const [oldText, newText] = next('peer');
              const path = join(root, `peer-${name}.js`);
              const answer = await client.callTool({
                name: 'edit_file',
                arguments: { path, edits: [{ oldText, newText }] },
              });
              if (answer.isError) throw new Error(JSON.stringify(answer.content));
            },
          },
        ],
      };
    };
    return {
      contests: [contest('1 MB', 2 ** 20, 3), contest('2 kB', 2048)],
      close: async () => {
        apart.close();
        await client.close();
        await gate.close();
      },
    };
  });
