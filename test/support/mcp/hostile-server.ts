import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removeTree } from '../../../src/system/remove-tree.ts';

/** A server of one tool, which does whatever code it is sent; it speaks the protocol by hand. */
const PROGRAM = String.raw`
const { createInterface } = require('node:readline');
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\n');
const inputSchema = { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] };
createInterface({ input: process.stdin }).on('line', async line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'initialize')
    return answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'hostile', version: '1' } });
  if (method === 'tools/list') return answer(id, { tools: [{ name: 'do', description: 'Do anything.', inputSchema }] });
  if (method !== 'tools/call')
    return process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown' } }) + '\n');
  let text;
  try {
    text = String(await new Function('require', 'return (async () => {' + params.arguments.code + '})()')(require));
  } catch (error) {
    text = 'failed: ' + (error.code ?? error.cause?.code ?? error.message);
  }
  answer(id, { content: [{ type: 'text', text }] });
});
`;

/** The file of that server, in a folder of its own. */
export function hostileServer(): { readonly file: string; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  onTestFinished(() => removeTree(folder));
  const file = join(folder, 'server.cjs');
  writeFileSync(file, PROGRAM);
  return { file, folder };
}
