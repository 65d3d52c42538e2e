import { ConfigError } from '../../../config/config-error.ts';
import type { CliAgents } from '../../agents/agents-for.ts';
import { type AgentChoice, chooseAgent, namedAgent } from '../../agents/choose-agent.ts';
import { findLocalRun, newLocalRun } from '../../agents/local-run.ts';
import type { Face } from '../../face/open-face.ts';
import { readPrompt } from '../../input/read-prompt.ts';
import type { AgentUse } from '../../output/run-summary.ts';
import { terminalFor, withGate } from '../../session.ts';
import { toPrintableLine } from '../../terminal/terminal.ts';
import type { PlayedRun, RunCommandOptions } from './played-run.ts';

export async function runTask(given: string | undefined, options: RunCommandOptions): Promise<number> {
  const face = hasFace(options) ? await (await import('../../face/open-face.ts')).openFace() : undefined;
  const { task, earlier } = await taskOf(given, options, face);
  const note = (text: string) => terminalFor(options).note(`agents: ${toPrintableLine(text)}`);
  const prepared = Promise.withResolvers<{ readonly agents: CliAgents; readonly choice?: AgentChoice }>();
  prepared.promise.catch(() => {});
  return withGate(
    options,
    async session => {
      const { agents, choice } = await prepared.promise;
      const found = earlier ? await findLocalRun(session.gate, earlier.id) : undefined;
      const wanted = { ...found?.spec, ...namedAgent(options) };
      const { type, model } = choice ?? (await chooseAgent(agents, session.settings, wanted, note));
      const run = found ?? newLocalRun(session.gate, { agentType: type.name, model, prompt: task ?? '' });
      const played: PlayedRun = { session, agents, type, model, run, task, options, sessions: new Set(), uses: [] };
      watch(played);
      if (face) return (await import('./play-face.ts')).playFace(face, played);
      return (await import('./play-plain.ts')).playPlain(played);
    },
    async settings => {
      // A missing model or agent is told before anything is opened.
      const { agentsFor } = await import('../../agents/agents-for.ts');
      const agents = await agentsFor(settings);
      agents.notes.forEach(note);
      const choice = earlier ? undefined : await chooseAgent(agents, settings, namedAgent(options), note);
      prepared.resolve({ agents, choice });
      const interrupt = () => face?.desk.interrupt();
      return { agent: 'main', agents, asking: face && { place: face.place, interrupt } };
    },
  );
}

/** A person sits at the terminal for all that is written and read. */
const hasFace = ({ json, quiet, input }: RunCommandOptions): boolean =>
  !json &&
  !quiet &&
  input &&
  process.env.TERM !== 'dumb' &&
  [process.stdin, process.stdout, process.stderr].every(({ isTTY }) => isTTY);

const ID = /^[0-9a-f]{8}-[0-9a-f-]{20,}$/i;

/** What to do, and which run to go on with. A word after --continue that is no id is the task. */
async function taskOf(
  given: string | undefined,
  options: RunCommandOptions,
  face: Face | undefined,
): Promise<{ readonly task: string | undefined; readonly earlier?: { readonly id: string | undefined } }> {
  const { continue: named } = options;
  if (named === undefined) {
    // At a terminal the person is asked.
    const asked = face !== undefined && given === undefined;
    return { task: asked ? undefined : await readPrompt(given, terminalFor(options)) };
  }
  const id = typeof named === 'string' && ID.test(named) ? named : undefined;
  const said = typeof named === 'string' && id === undefined ? named : undefined;
  if (said !== undefined && given !== undefined)
    throw new ConfigError(`${JSON.stringify(said)} is no id of a run`, 'See: toolgate runs');
  const task = said ?? given;
  return { task: task === undefined ? undefined : await readPrompt(task, terminalFor(options)), earlier: { id } };
}

function watch({ session: { gate, mcpServers }, sessions, uses }: PlayedRun): void {
  // The servers come up meanwhile; what needs one waits for it.
  void mcpServers?.ready();
  gate.activity.subscribe('agent_started', ({ sessionID }) => void sessions.add(sessionID));
  gate.activity.subscribe('agent_ended', ({ agent, data }) => {
    if (data.tokens) uses.push({ ...data, agent } as unknown as AgentUse);
  });
}
