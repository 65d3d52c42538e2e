import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createToolgate } from '../../../src/gate/create-toolgate.ts';
import { choosing, type EditorQuestion, openEditor, textsIn } from '../../support/cli/open-editor.ts';
import { finished, openRun, resultsIn } from '../../support/cli/open-run.ts';
import { calling, type StubAnswer, saying } from '../../support/network/openai-stub.ts';
import { eventually } from '../../support/sandbox/open-sleep.ts';

const write = (path: string, content: string) => ({ name: 'write_file', args: { path, content } });

/** A model that writes over a.txt, which is asked about, and an editor whose person answers so. */
async function openAsked(
  answer: ((question: EditorQuestion) => object | undefined) | undefined,
  more: StubAnswer[] = [],
) {
  const answers = [calling(write('a.txt', 'new\n')), saying('Done.'), ...more];
  const cli = await openRun(answers, { 'a.txt': 'old\n' });
  return { cli, editor: await openEditor(cli, { answer: answer as never }) };
}

describe('a question of the agent of toolgate acp', () => {
  it('a question of the agent of toolgate acp is put to the person at the editor with the diff, and a yes counts once', async () => {
    const { cli, editor } = await openAsked(choosing('allow_once'));
    await editor.ask('Write.');
    const [question] = editor.questions;
    const { toolCall, options, sessionId } = question?.params ?? {};
    const a = join(cli.root, 'a.txt');
    expect([sessionId, toolCall?.kind, toolCall?.status]).toEqual([editor.session, 'edit', 'pending']);
    expect(toolCall?.content[0]).toEqual({ type: 'diff', path: a, oldText: 'old\n', newText: 'new\n' });
    expect(textsIn(toolCall?.content ?? [])).toMatch(
      /write_file wants to run[\s\S]*write a\.txt[\s\S]*Why you are asked/,
    );
    // The diff is drawn, and not written once more.
    expect(textsIn(toolCall?.content ?? [])).not.toContain('+new');
    expect(options?.map(({ kind }) => kind)).toEqual(['allow_once', 'allow_always', 'reject_once', 'reject_always']);
    expect(options?.[1]?.name).toMatch(/Yes, always \(saves: .*a\.txt/);
    expect(editor.of('tool_call')[0]?.toolCallId).toBe(toolCall?.toolCallId);
    expect(cli.read('a.txt')).toBe('new\n');
    expect((await finished(cli, ['policy', 'saved', '--json'])).stdout).not.toContain('a.txt');
  });

  it('a question of the agent of toolgate acp with "always" is not put again, for the rule is saved', async () => {
    const { cli, editor } = await openAsked(choosing('allow_always'), [
      calling(write('a.txt', 'newer\n')),
      saying('Ok.'),
    ]);
    await editor.ask('Write.');
    await editor.ask('Again.');
    expect(editor.questions).toHaveLength(1);
    expect(cli.read('a.txt')).toBe('newer\n');
    expect((await finished(cli, ['policy', 'saved', '--json'])).stdout).toContain('a.txt');
  });

  it.each([
    ['no', choosing('reject_once')],
    ['a question that was put away', () => ({ outcome: { outcome: 'cancelled' } })],
    ['an answer that was not offered', () => ({ outcome: { outcome: 'selected', optionId: 'allow_once' } })],
    ['an answer that says nothing', () => ({ outcome: { outcome: 'selected' } })],
    ['an answer to another question', () => ({ outcome: { outcome: 'selected', optionId: 'allow_once:1' } })],
    ['no outcome', () => ({})],
  ])('a question of the agent of toolgate acp is a no with %s', async (_, answer) => {
    const { cli, editor } = await openAsked(answer);
    expect(await editor.ask('Write.')).toEqual({ stopReason: 'end_turn' });
    expect(resultsIn(cli.requests[1])[0]).toContain('APPROVAL_DENIED');
    expect(cli.read('a.txt')).toBe('old\n');
  });

  it('a question of the agent of toolgate acp is a no where the editor cannot ask', async () => {
    const { cli, editor } = await openAsked(undefined);
    const asked = editor.ask('Write.');
    const { id } = await eventually(() => editor.questions[0]);
    editor.send({ id, error: { code: -32601, message: 'Method not found' } });
    await asked;
    expect(resultsIn(cli.requests[1])[0]).toMatch(/APPROVAL_DENIED[\s\S]*could not ask: Method not found/);
    expect(cli.read('a.txt')).toBe('old\n');
  });

  it('a question of the agent of toolgate acp is taken back where the prompt is cancelled: a yes that comes later changes nothing', async () => {
    const { cli, editor } = await openAsked(undefined);
    const asked = editor.ask('Write.');
    const question = await eventually(() => editor.questions[0]);
    editor.cancel(editor.session);
    expect(await asked).toEqual({ stopReason: 'cancelled' });
    editor.send({ id: question.id, result: choosing('allow_once')(question) });
    expect(editor.notices).toMatchObject([{ method: '$/cancel_request', params: { requestId: question.id } }]);
    expect(await editor.ask('/plan')).toEqual({ stopReason: 'end_turn' });
    expect(cli.read('a.txt')).toBe('old\n');
  });

  it('a question of the agent of toolgate acp that is answered elsewhere is withdrawn, and the answer counts', async () => {
    const { cli, editor } = await openAsked(undefined);
    const asked = editor.ask('Write.');
    await eventually(() => editor.questions[0]);
    const elsewhere = await createToolgate({ workspace: cli.root, env: cli.env });
    try {
      const [pending] = await elsewhere.approvals.list();
      await elsewhere.approvals.answer(pending?.id ?? '', 'allow_once', 'console');
      expect(await asked).toEqual({ stopReason: 'end_turn' });
    } finally {
      await elsewhere.close();
    }
    expect(editor.notices).toMatchObject([{ method: '$/cancel_request' }]);
    expect(cli.read('a.txt')).toBe('new\n');
  });

  it('a question of the agent of toolgate acp shows what cannot be drawn as text: a diff that is cut says how much is left out', async () => {
    const long = Array.from({ length: 3_000 }, (_, at) => `line ${at}\n`).join('');
    const cli = await openRun([calling(write('a.txt', long)), saying('Done.')], { 'a.txt': 'old\n' });
    const editor = await openEditor(cli, { answer: choosing('reject_once') });
    await editor.ask('Write.');
    expect(textsIn(editor.questions[0]?.params.toolCall.content ?? [])).toMatch(/\[\d+ more lines\]/);
  });

  it('a question of the agent of toolgate acp is put to nobody where a command of an agent has started it', async () => {
    const cli = await openRun([calling(write('a.txt', 'new\n')), saying('Done.')], { 'a.txt': 'old\n' });
    const inside = { ...cli, start: (args: readonly string[]) => cli.start(args, { TOOLGATE_JOB: 'x' }) };
    const editor = await openEditor(inside, { answer: choosing('allow_once') });
    await editor.ask('Write.');
    expect(editor.questions).toEqual([]);
    expect(resultsIn(cli.requests[1])[0]).toContain('APPROVAL_DENIED');
    await editor.ask('/apply');
    expect(editor.said()).toContain('is for a person');
  });
});
