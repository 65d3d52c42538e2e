// node bench/console.ts: what the console's answers take with a large store, and whether a burst arrives whole.
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConsole } from '../src/console/create-console.ts';
import { createToolgate } from '../src/gate/create-toolgate.ts';
import type { Toolgate } from '../src/gate/toolgate.ts';
import type { CallRow } from '../src/store/port.ts';
import { newId } from '../src/tool/id.ts';

const EVENTS = 100_000;
const CALLS = 50_000;
const SETS = 2_000;
const BURST = 5_000;
const PORT = 80;

const folder = mkdtempSync(join(tmpdir(), 'toolgate-bench-'));
const root = join(folder, 'workspace');
mkdirSync(root);
const gate = await createToolgate({
  workspace: root,
  store: join(folder, 'state', 'toolgate.db'),
  policy: 'privileged',
});
try {
  await fill(gate);
  const people = createConsole({
    gate,
    settings: { trusted: false, sources: {}, withheld: [] },
    version: '0',
    page: () => undefined,
    port: () => PORT,
    isToken: () => true,
  });
  const get = (path: string) =>
    people.fetch(new Request(`http://127.0.0.1/api/${path}`, { headers: { host: '127.0.0.1' } }));
  for (const path of [
    'overview',
    'calls?limit=100',
    'calls?outcome=failed',
    'calls?outcome=denied',
    'calls?agent=agent-3',
    'calls?agent=nobody',
    'calls?tool=none',
    'calls?outcome=running',
    'changes?limit=50',
    'agents',
    'dead-letters',
    'approvals',
    'tools',
    'policy',
    'tasks',
  ])
    await measure(path, get);
  await measureBurst(gate, get);
  people.close();
} finally {
  await gate.close();
  rmSync(folder, { recursive: true, force: true });
}

async function fill({ store, processID, activity }: Toolgate): Promise<void> {
  const sessions = Array.from({ length: 200 }, (_, index) => `session-${index}`);
  for (let index = 0; index < CALLS; index++) {
    const sessionID = sessions[index % sessions.length]!;
    void store.calls.save(callOf(index, sessionID, processID));
    if (index % 5_000 === 0) await store.flush();
  }
  for (let index = 0; index < SETS; index++) {
    const id = newId();
    const who = { sessionID: 'session-1', agent: 'agent-1', turn: index, processID };
    const after = { kind: 'file', size: 1, mode: 0o644 } as const;
    const change = { id: newId(), setID: id, ord: 0, path: `file-${index % 50}`, operation: 'write', after } as const;
    await store.journal.begin(
      { id, callID: newId(), ...who, title: 'Wrote', at: index, status: 'intent' },
      [{ ...change, added: 1, removed: 0 }],
      [],
    );
    await store.journal.finish(id, 'committed');
  }
  for (let index = 0; index < EVENTS; index++) {
    const sessionID = sessions[index % sessions.length]!;
    const type = index % 500 === 0 ? 'agent_started' : 'tool_output_chunk';
    activity.emit(
      type,
      { sessionID, agent: `agent-${index % 10}`, callID: `call-${index % 997}` },
      { chunk: 'x'.repeat(200) },
    );
    if (index % 5_000 === 0) await activity.flush();
  }
  await activity.flush();
  await store.flush();
}

function callOf(index: number, sessionID: string, processID: string): CallRow {
  const failed = index % 7 === 0;
  const type = index % 3 === 0 ? 'permission_error' : 'user_error';
  const error = { code: 'FILE_NOT_FOUND', type, message: 'not there', retryable: false } as const;
  return {
    id: newId(),
    sessionID,
    turn: index,
    agent: `agent-${index % 10}`,
    processID,
    tool: ['read_file', 'grep', 'bash', 'edit_file'][index % 4]!,
    args: { path: `src/${randomUUID()}.ts`, text: 'x'.repeat(100) },
    status: 'settled',
    effects: [{ kind: 'read', resource: `/w/${index}` }],
    danger: 'safe',
    verdict: 'allow',
    reasons: ['The call is safe'],
    facts: { tool: 'read_file', required: ['read'], effects: [], danger: 'safe', session: {}, root: '/w' },
    repeatable: true,
    preparedAt: index,
    startedAt: index,
    settledAt: index + 3,
    ok: !failed,
    ...(failed ? { error } : {}),
    bytes: 100,
    tokens: 25,
  };
}

async function measure(path: string, get: (path: string) => Promise<Response>): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < 8; round++) {
    const begun = performance.now();
    bytes = (await (await get(path)).arrayBuffer()).byteLength;
    times.push(performance.now() - begun);
  }
  const [first = 0, ...rest] = times;
  const median = rest.toSorted((a, b) => a - b)[Math.floor(rest.length / 2)] ?? 0;
  const kib = (bytes / 1024).toFixed(0).padStart(6);
  console.log(
    `${path.padEnd(24)} first ${first.toFixed(1).padStart(7)} ms, then ${median.toFixed(1).padStart(7)} ms ${kib} KiB`,
  );
}

/** For five seconds, as fast as they are due. */
async function measureBurst({ activity, store }: Toolgate, get: (path: string) => Promise<Response>): Promise<void> {
  const from = await store.events.last();
  const response = await get('events');
  const last = from + 5 * BURST;
  let seen = from;
  let gaps = 0;
  let late = 0;
  const reading = (async () => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body!) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const data of blocks.flatMap(block => /^data: (.*)$/m.exec(block)?.[1] ?? [])) {
        for (const { seq, at } of JSON.parse(data) as { seq: number; at: number }[]) {
          if (seq !== seen + 1) gaps++;
          seen = seq;
          late = Math.max(late, Date.now() - at);
        }
      }
      if (seen >= last) return;
    }
  })();
  const begun = performance.now();
  for (let sent = 0; sent < 5 * BURST; ) {
    const due = Math.min(5 * BURST, Math.floor(((performance.now() - begun) / 1000) * BURST));
    for (; sent < due; sent++)
      activity.emit('tool_output_chunk', { sessionID: 'burst', agent: 'burst' }, { chunk: 'x' });
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  await reading;
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `burst: ${seen - from} events in ${seconds.toFixed(1)} s, ${gaps} out of order or missing, at most ${late} ms late`,
  );
}
