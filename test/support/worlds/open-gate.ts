import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createToolgate } from '../../../src/gate/create-toolgate.ts';
import type { Toolgate } from '../../../src/gate/toolgate.ts';
import type { ToolgateOptions } from '../../../src/gate/toolgate-options.ts';
import type { CallRequest } from '../../../src/pipeline/call.ts';
import type { CallOptions } from '../../../src/pipeline/calls/calls.ts';
import { removeTree } from '../../../src/system/remove-tree.ts';
import type { Outcome } from '../../../src/tool/outcome.ts';
import { emptyStore } from '../program-path.ts';

export interface TestGate {
  readonly gate: Toolgate;
  readonly root: string;
  readonly storeFile: string;
  /** Runs a call, and holds that `explain` had said the same verdict (or error) before. */
  run(name: string, args: unknown, options?: CallOptions): Promise<Outcome>;
  write(path: string, text: string): void;
  read(path: string): string;
  exists(path: string): boolean;
  /** A second gate on the same workspace and store, as after a restart or in another process. */
  again(options?: Partial<ToolgateOptions>): Promise<TestGate>;
}

/** A real gate on a real temporary workspace; both are gone after the test. */
export async function openGate(
  files: Record<string, string> = {},
  options: Partial<ToolgateOptions> = {},
): Promise<TestGate> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-test-')));
  onTestFinished(() => removeTree(folder));
  const root = join(folder, 'workspace');
  mkdirSync(root);
  for (const [path, text] of Object.entries(files)) put(root, path, text);
  const storeFile = join(folder, 'state', 'toolgate.db');
  mkdirSync(dirname(storeFile), { mode: 0o700 });
  copyFileSync(emptyStore(), storeFile);
  return attach(root, storeFile, options);
}

async function attach(root: string, storeFile: string, options: Partial<ToolgateOptions>): Promise<TestGate> {
  const gate = await createToolgate({ workspace: root, store: storeFile, ...options });
  let open = true;
  const close = gate.close.bind(gate);
  gate.close = async () => {
    if (open) await close();
    open = false;
  };
  onTestFinished(() => gate.close());
  return {
    gate,
    root,
    storeFile,
    run: (name, args, callOptions) => runExplained(gate, { name, args }, callOptions),
    write: (path, text) => put(root, path, text),
    read: path => readFileSync(join(root, path), 'utf8'),
    exists: path => existsSync(join(root, path)),
    again: more => attach(root, storeFile, { ...options, ...more }),
  };
}

async function runExplained(gate: Toolgate, call: CallRequest, options?: CallOptions): Promise<Outcome> {
  const explained = await gate.explain(call, options);
  const outcome = await gate.execute(call, options);
  if (explained.error) expect(outcome.error?.code).toBe(explained.error.code);
  else expect((await gate.store.calls.get(outcome.callID))?.verdict).toBe(explained.verdict);
  return outcome;
}

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
