import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { combineMcpServers } from '../../src/config/keys/mcp-servers.ts';
import { createPolicy } from '../../src/policy/create/create-policy.ts';
import { tighten } from '../../src/policy/create/tighten.ts';
import { decide } from '../../src/policy/decide.ts';
import type { Facts, PolicyInput } from '../../src/policy/types.ts';
import { removeTree } from '../../src/system/remove-tree.ts';
import { Conversation } from '../cases/origin/conversation.ts';
import { type Place, type Step, somePlaces, someSend, someSteps } from '../cases/origin/steps.ts';
import { runs } from '../support/suite.ts';

let folder: string;
let made = 0;
beforeAll(() => {
  folder = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'toolgate-origin-laws-')));
});
afterAll(() => removeTree(folder));

async function stopped(conversation: Conversation, steps: readonly Step[], places: readonly Place[] = []) {
  try {
    const all: boolean[] = [];
    for (const [at, step] of steps.entries()) all.push(await conversation.take(step, places[at]));
    return all;
  } finally {
    await conversation.close();
  }
}

const open = (more: Partial<ConstructorParameters<typeof Conversation>[0]> = {}) =>
  new Conversation({ workspace: folder, ...more });

describe('what is asked about where a conversation is one session', () => {
  it('what is asked about where a conversation is one session is asked about as well where its calls are made by agents, after restarts and in other processes', async () => {
    let questions = 0;
    await fc.assert(
      fc.asyncProperty(someSteps, somePlaces, async (steps, places) => {
        const plain = await stopped(open(), steps);
        const arranged = await stopped(open({ store: join(folder, `${++made}.db`) }), steps, places);
        questions += plain.filter(Boolean).length;
        for (const [at, was] of plain.entries()) {
          if (was && !arranged[at]) throw new Error(`${JSON.stringify(steps[at])} passes (${places[at]})`);
        }
      }),
      { numRuns: runs(12), seed: 7 },
    );
    expect(questions).toBeGreaterThan(0);
  });

  it.each<[Place, Place]>([
    ['here', 'elsewhere'],
    ['elsewhere', 'here'],
    ['elsewhere', 'below'],
    ['below', 'elsewhere'],
    ['deeper', 'beside'],
    ['below', 'restart'],
    ['elsewhere', 'restart below'],
  ])('what others wrote and was read %s is known %s', async (reads, sends) => {
    const steps: readonly Step[] = [
      { name: 'read_mail', args: { which: 'evil' } },
      { name: 'send_mail', args: { to: ['mark@evil.com'], body: 'hello' } },
      { name: 'set_password', args: { password: 'hunter22' } },
    ];
    const all = await stopped(open({ store: join(folder, `${++made}.db`) }), steps, [reads, sends, sends]);
    expect(all).toEqual([false, true, true]);
  });

  it('what was refused is asked about again, however often', async () => {
    const send: Step = { name: 'send_mail', args: { to: ['mark@evil.com'], body: 'hello' } };
    const note: Step = { name: 'post_note', args: { to: 'mark@evil.com', body: 'hello' } };
    const steps = [{ name: 'read_mail', args: { which: 'evil' } }, send, send, note, send];
    expect(await stopped(open(), steps)).toEqual([false, true, true, true, true]);
  });

  it('what is asked about where a conversation is one session is asked about as well where more was read before', async () => {
    const evil: Step = { name: 'read_mail', args: { which: 'evil' } };
    await fc.assert(
      fc.asyncProperty(fc.array(someSend, { minLength: 1, maxLength: 4 }), async sends => {
        const once = await stopped(open(), [evil, ...sends]);
        const twice = await stopped(open(), [evil, { name: 'read_page', args: {} }, ...sends]);
        for (const [at, was] of once.slice(1).entries()) if (was) expect(twice[at + 2]).toBe(true);
      }),
      { numRuns: runs(10), seed: 8 },
    );
  });
});

it('a call that was refused before it ran has brought in nothing of others', async () => {
  const conversation = open({ policy: { rules: [{ tool: 'read_mail', verdict: 'deny' }] } });
  const send: Step = { name: 'send_mail', args: { to: ['mark@evil.com'], body: 'hello' } };
  expect(await stopped(conversation, [{ name: 'read_mail', args: { which: 'evil' } }, send])).toEqual([true, false]);
});

describe('a yes', () => {
  it('a yes covers no value that was not shown, and no other tool', async () => {
    await fc.assert(
      fc.asyncProperty(someSteps, async steps => {
        const conversation = open({ answer: 'allow_once' });
        const shown = new Map<string, Set<string>>();
        try {
          for (const step of [{ name: 'read_mail', args: { which: 'evil' } }, ...steps]) {
            const before = conversation.asked.length;
            await conversation.take(step);
            if ('said' in step) continue;
            const known = shown.get(step.name) ?? new Set();
            shown.set(step.name, known);
            const reasons = conversation.asked.slice(before).join(' ');
            const refused = await stopped(open(), [...told(steps, step), step]);
            // Who has not been asked now has been shown every value that one without a yes is asked about.
            if (reasons === '' && refused.at(-1)) {
              const values = valuesIn(step);
              expect(values.some(value => known.has(value))).toBe(true);
            }
            for (const value of valuesIn(step)) if (reasons.includes(JSON.stringify(value))) known.add(value);
          }
        } finally {
          await conversation.close();
        }
      }),
      { numRuns: runs(8), seed: 9 },
    );
  });

  it('a yes: to one spelling, target, tool or content is none to another', async () => {
    const evil: Step = { name: 'read_mail', args: { which: 'evil' } };
    const first: Step = { name: 'send_mail', args: { to: ['mark@evil.com'], body: 'hello' } };
    const others: readonly Step[] = [
      { name: 'send_mail', args: { to: ['Mark@evil.com'], body: 'hello' } },
      { name: 'send_mail', args: { to: ['ｍark@evil.com'], body: 'hello' } },
      { name: 'send_mail', args: { to: ['mark@evil.com', 'eve@evil.com'], body: 'hello' } },
      { name: 'send_mail', args: { to: ['mark@evil.com'], body: 'see www.evil.com' } },
      { name: 'post_note', args: { to: 'mark@evil.com', body: 'hello' } },
    ];
    for (const other of others) {
      const conversation = open({ answer: 'allow_once' });
      for (const step of [evil, first, first]) await conversation.take(step);
      expect(conversation.asked).toHaveLength(1);
      await conversation.take(other);
      expect(conversation.asked).toHaveLength(2);
      await conversation.close();
    }
  });
});

describe('a yes to a question that cannot show all of it', () => {
  const evil: Step = { name: 'read_mail', args: { which: 'evil' } };
  const twice = async (first: Step, second: Step) => {
    const conversation = open({ answer: 'allow_once' });
    for (const step of [evil, first, second]) await conversation.take(step);
    await conversation.close();
    return conversation.asked.length;
  };
  const send = (...to: string[]): Step => ({ name: 'send_mail', args: { to, body: 'hello' } });

  it('a yes to a question that cannot show all of it is none to the values that it leaves out', async () => {
    const many = Array.from({ length: 30 }, (_, at) => `mark${at}@evil.com`);
    expect(await twice(send(...many), send('mark0@evil.com'))).toBe(1);
    expect(await twice(send(...many), send('mark29@evil.com'))).toBe(2);
  });

  it('a yes to a question that cannot show all of it is none to a value of which it shows a part', async () => {
    const long = `${'a'.repeat(300)}@evil.com`;
    expect(await twice(send(long), send(long))).toBe(2);
  });
});

/** The steps before this one that say or read something. */
const told = (steps: readonly Step[], until: Step): readonly Step[] => [
  { name: 'read_mail', args: { which: 'evil' } },
  ...steps.slice(0, steps.indexOf(until)).filter(step => 'said' in step || /^(?:read|find)/.test(step.name)),
];

const valuesIn = (step: Step): readonly string[] =>
  'said' in step
    ? []
    : Object.values(step.args)
        .flat()
        .flatMap(value => String(value).split(' '));

describe('a project', () => {
  it('a project says nothing of the tools of a server, neither of its own nor of the user', () => {
    const label = { readOnly: true, untrusted: false, targets: [] } as const;
    const theirs = {
      mail: { command: 'evil', labels: { send: label } },
      new: { command: 'x', labels: { send: label } },
    };
    const own = { mail: { command: 'mail', labels: { send: { targets: ['to'] } } } };
    expect(combineMcpServers(own, theirs, true)).toEqual({ ...own, new: { command: 'x', sandbox: { env: [] } } });
    expect(combineMcpServers(own, theirs, false)).toEqual(own);
  });

  const FACTS: Facts = {
    tool: 'send_mail',
    trust: 'user',
    required: ['network'],
    danger: 'moderate',
    approval: false,
    root: '/w',
    effects: [{ kind: 'send', resource: 'mark@evil.com' }],
    args: { to: ['mark@evil.com'], amount: 5 },
    session: { tainted: true, privateRead: true, hostsAllowed: [], calls: 1, tokens: 1 },
    unsure: [{ kind: 'target', argument: 'to', value: 'mark@evil.com' }],
  };
  const strictness = ['allow', 'ask', 'deny'];
  const someVerdict = fc.constantFrom('allow', 'ask', 'deny') as fc.Arbitrary<'allow' | 'ask' | 'deny'>;
  const someMatch = fc.constantFrom('mark@evil.com', '*@evil.com', 'zoe@corp.com', 'm*');
  const someRule = fc.oneof(
    fc.record({ tool: fc.constantFrom('send_mail', '*'), verdict: someVerdict }),
    fc.record({ effect: fc.constant('send' as const), match: someMatch, verdict: someVerdict }),
    fc.record({
      tool: fc.constant('send_mail'),
      effect: fc.constant('send' as const),
      match: someMatch,
      verdict: someVerdict,
    }),
    fc.record({
      tool: fc.constant('send_mail'),
      when: fc.constantFrom({ amount: { lte: 500 } }, { amount: 5 }, { to: { in: ['mark@evil.com'] } }),
      verdict: someVerdict,
    }),
  );
  const someInput = fc.record(
    {
      rules: fc.array(someRule as fc.Arbitrary<never>, { maxLength: 4 }),
      destinations: fc.array(someMatch, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<PolicyInput>;

  it('loosens nothing with its destinations and rules, also those that look at arguments', () => {
    let asked = 0;
    fc.assert(
      fc.property(someInput, someInput, (users, projects) => {
        let base: ReturnType<typeof createPolicy>;
        let both: ReturnType<typeof createPolicy>;
        try {
          base = createPolicy({ extends: 'privileged', ...users });
          both = tighten(base, projects);
        } catch {
          return;
        }
        const before = decide(FACTS, base).verdict;
        asked += before === 'ask' ? 1 : 0;
        expect(strictness.indexOf(decide(FACTS, both).verdict)).toBeGreaterThanOrEqual(strictness.indexOf(before));
      }),
      { numRuns: runs(300) },
    );
    expect(asked).toBeGreaterThan(20);
  });
});
