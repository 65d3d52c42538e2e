import { describe, expect, it } from 'vitest';
import { defineAgent } from './agent-type.ts';
import { createAgentTypes } from './agent-types.ts';
import { parseAgentFile } from './parse-agent-file.ts';

const parse = (text: string, name = 'mine') => parseAgentFile(name, text, 'mine.md');

describe('an agent’s file', () => {
  it('an agent’s file is its facts and its prompt', () => {
    const type = parse(`\uFEFF---\r
description: Writes tests
packs: [filesystem, shell, filesystem]
policy:
  extends: privileged
  rules:
    - { effect: read, match: "**/.env*", verdict: deny }
model: openai/small
role: worker
limits: { steps: 7 }
---\r

You write tests.
---
This line belongs to the prompt.
`);
    expect(type).toMatchObject({
      name: 'mine',
      description: 'Writes tests',
      packs: ['filesystem', 'shell'],
      model: 'openai/small',
      role: 'worker',
      readOnly: false,
      prompt: 'You write tests.\n---\nThis line belongs to the prompt.',
    });
    expect(type.limits).toMatchObject({ steps: 7, depth: 2 });
    expect(Object.isFrozen(type)).toBe(true);
  });

  it('an agent’s file with a policy that lets it change nothing may run beside anything', () => {
    expect(parse('---\ndescription: Looks\npolicy: read-only\n---\nLook.').readOnly).toBe(true);
  });

  it.each<[string, string, RegExp]>([
    ['no front matter', 'You write tests.', /no front matter/],
    ['a front matter without an end', '---\ndescription: x\nYou write.', /no front matter/],
    ['text before it', 'x\n---\ndescription: x\n---\nYou.', /no front matter/],
    ['no prompt', '---\ndescription: x\n---\n  \n', /no prompt/],
    ['no description', '---\npacks: []\n---\nYou.', /description is missing/],
    ['an empty front matter', '---\n---\nYou.', /description is missing/],
    ['a front matter that is a list', '---\n- a\n---\nYou.', /no list of keys/],
    ['YAML that is none', '---\ndescription: [x\n---\nYou.', /no YAML/],
    ['a key twice', '---\ndescription: a\ndescription: b\n---\nYou.', /no YAML/],
    ['a tag that makes something', '---\ndescription: !!js/function "x"\n---\nYou.', /no YAML/],
    ['aliases', '---\ndescription: &a x\nmodel: *a\n---\nYou.', /aliases/],
    ['an unknown key', '---\ndescription: x\npolcy: standard\n---\nYou.', /unknown key "polcy"/],
    ['a prototype', '---\ndescription: x\n__proto__: { role: orchestrator }\n---\nYou.', /unknown key "__proto__"/],
    ['a prompt in the facts', '---\ndescription: x\nprompt: y\n---\nYou.', /after the front matter/],
    ['another name', '---\nname: other\ndescription: x\n---\nYou.', /its name is "other"/],
    ['an unknown role', '---\ndescription: x\nrole: boss\n---\nYou.', /role must be/],
    ['packs that are a text', '---\ndescription: x\npacks: shell\n---\nYou.', /packs must be a list/],
    ['an unknown limit', '---\ndescription: x\nlimits: { step: 1 }\n---\nYou.', /limits: unknown key "step".*"steps"/],
    ['a limit that is none', '---\ndescription: x\nlimits: { steps: -1 }\n---\nYou.', /limits.steps must be/],
    ['a limit that is no number', '---\ndescription: x\nlimits: { steps: .nan }\n---\nYou.', /limits.steps must be/],
    ['an unknown preset', '---\ndescription: x\npolicy: lax\n---\nYou.', /lax/],
    ['an unknown key of the policy', '---\ndescription: x\npolicy: { ruels: [] }\n---\nYou.', /ruels/],
    ['a description of a megabyte', `---\ndescription: ${'x'.repeat(1e6)}\n---\nYou.`, /at most 1000/],
    ['a prompt of a megabyte', `---\ndescription: x\n---\n${'x'.repeat(1e6)}`, /at most 65536/],
  ])('an agent’s file with %s is refused, with its place', (_, text, says) => {
    expect(() => parse(text)).toThrow(says);
    expect(() => parse(text)).toThrow(/^mine\.md: /);
  });

  it('an agent’s file that stands for more data than there is memory is refused at once', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (const [last, next] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi'].map(pair => [pair[0], pair[1]]))
      bomb.push(`${next}: &${next} [*${last}, *${last}, *${last}, *${last}, *${last}, *${last}, *${last}, *${last}]`);
    expect(() => parse(`---\n${bomb.join('\n')}\n---\nYou.`)).toThrow(/aliases/);
  });
});

describe('the agents that there are', () => {
  const mine = (name: string) => defineAgent({ name, description: 'Mine', prompt: 'You are mine.' });

  it('the agents are the built-in ones, and those of files, which take a name only aloud', () => {
    const types = createAgentTypes([{ where: 'your folder', types: [mine('coder'), mine('own')] }]);
    expect(types.all.map(({ name }) => name)).toEqual(['explorer', 'coder', 'reviewer', 'orchestrator', 'own']);
    expect(types.get('coder').prompt).toBe('You are mine.');
    expect(types.notes).toEqual(['the agent coder of your folder takes the place of the one of built-in']);
    expect(types.get('explorer').readOnly).toBe(true);
    expect(types.get('reviewer').readOnly).toBe(true);
  });

  it('one place has the name of an agent once', () => {
    expect(() => createAgentTypes([{ where: 'here', types: [mine('own'), mine('own')] }])).toThrow('two agents');
  });

  it('agents may be chosen among; one that is not there is told with the nearest', () => {
    expect(createAgentTypes([], ['explorer']).all).toHaveLength(1);
    expect(() => createAgentTypes([], ['explorr'])).toThrow('no agent "explorr"');
    expect(() => createAgentTypes([], ['explorer']).get('coder')).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_AGENT' }),
    );
  });

  it.each(['Coder', 'a/b', '../x', '', 'a b', '-x', 'x'.repeat(33), 'ä'])('agents are not called %j', name => {
    expect(() => mine(name)).toThrow('name must be');
  });
});
