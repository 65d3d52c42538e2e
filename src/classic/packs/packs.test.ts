import { describe, expect, it, onTestFinished } from 'vitest';
import { scriptedLanguageModel } from '../../testing/scripted-language-model.ts';
import { temporaryWorkspace } from '../../testing/temporary-workspace.ts';
import {
  analyzeImageTool,
  assertToolPackAllowed,
  captureScreenshotTool,
  createDefaultToolRegistry,
  createPolicy,
  type ExtensionManifest,
  editFileTool,
  type LLMProvider,
  listFilesTool,
  parseToolPackManifest,
  type QAFinding,
  type QAReport,
  RISK_PROFILES,
  type RiskProfile,
  type RuntimePolicy,
  readFileTool,
  type SpawnAgentToolDeps,
  StaticToolRegistry,
  spawnAgentTool,
  type TaskToolsDeps,
  type ToolDefinition,
  type ToolPackManifest,
  type ToolRegistry,
  toExtensionManifestFromToolPack,
} from './index.ts';

const tool = (name: string, says: string): ToolDefinition => ({
  name,
  description: `Says ${says}`,
  parameters: { type: 'object', properties: {} },
  execute: async () => says,
  dangerLevel: 'safe',
});

function workspace(files: Record<string, string> = {}) {
  const world = temporaryWorkspace(files);
  onTestFinished(world.remove);
  return { ...world, options: { workspace: world.root, store: 'memory' } };
}

function open(files: Record<string, string>, more: Parameters<typeof createDefaultToolRegistry>[0] = {}) {
  const world = workspace(files);
  const registry = createDefaultToolRegistry({ ...world.options, ...more });
  onTestFinished(() => registry.close());
  const run = (pack: string, name: string, args: Record<string, unknown>) =>
    registry
      .resolvePacks([pack])
      .find(each => each.name === name)!
      .execute(args);
  return { ...world, registry, run };
}

describe('StaticToolRegistry', () => {
  it('StaticToolRegistry resolves packs into one list, each name once, the last registration of it', async () => {
    const registry: ToolRegistry = new StaticToolRegistry(workspace().options);
    onTestFinished(() => (registry as StaticToolRegistry).close());
    registry.registerPack('greetings', [tool('hello', 'hello'), tool('bye', 'bye')]);
    registry.registerPack('later', [tool('hello', 'hello again')]);
    expect(registry.listPackNames()).toEqual(['greetings', 'later']);
    const tools = registry.resolvePacks(['greetings', 'later']);
    expect(tools.map(({ name }) => name)).toEqual(['hello', 'bye']);
    expect(await Promise.all(tools.map(each => each.execute({})))).toEqual(['hello again', 'bye']);
    expect(() => registry.resolvePacks(['none'])).toThrow('No pack is named "none"');
  });
});

describe('createDefaultToolRegistry', () => {
  it('createDefaultToolRegistry has filesystem always, and the others as what they need is given', () => {
    const spawnDeps: SpawnAgentToolDeps = { agentTypes: [], model: () => Promise.reject(new Error('none')) };
    const taskToolsDeps: TaskToolsDeps = { role: 'orchestrator' };
    const visionProvider: LLMProvider = { languageModel: name => scriptedLanguageModel([], name), host: 'models.test' };
    const names = (given: Parameters<typeof createDefaultToolRegistry>[0]) =>
      createDefaultToolRegistry(given).listPackNames();
    expect(names({})).toEqual(['filesystem']);
    expect(names({ visionProvider, visionModel: 'eye' })).toEqual(['filesystem', 'screenshot', 'vision-analysis']);
    expect(names({ spawnDeps })).toEqual(['filesystem', 'spawn']);
    expect(names({ taskToolsDeps })).toEqual(['filesystem', 'tasklist']);
  });

  it('an agent is given definitions that read, list and edit files through the gate', async () => {
    const { registry, run, read } = open({ 'a.txt': 'one\n' });
    const names = registry.resolvePacks(['filesystem']).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['read_file', 'list_files', 'edit_file']));
    expect(await run('filesystem', 'read_file', { path: 'a.txt' })).toMatchObject({ content: 'one\n' });
    await run('filesystem', 'edit_file', { path: 'a.txt', old_text: 'one', new_text: 'two' });
    expect(read('a.txt')).toBe('two\n');
    await expect(run('filesystem', 'read_file', { path: '../x' })).rejects.toMatchObject({ code: 'INVALID_PATH' });
    expect(registry.manifest('filesystem')).toMatchObject({ schemaVersion: 1, riskProfile: 'standard' });
  });

  it('workers submit, orchestrators create, complete and reject', async () => {
    const namesOf = (role: TaskToolsDeps['role']) =>
      createDefaultToolRegistry({ taskToolsDeps: { role } })
        .resolvePacks(['tasklist'])
        .map(({ name }) => name);
    expect(namesOf('worker')).toEqual(expect.arrayContaining(['list_tasks', 'get_task', 'submit_result']));
    for (const name of ['create_task', 'complete_task', 'reject_task']) {
      expect(namesOf('worker')).not.toContain(name);
      expect(namesOf('orchestrator')).toContain(name);
    }
    expect(namesOf('orchestrator')).not.toContain('submit_result');
  });

  it('a worker runs its tools as one, on the same tasks', async () => {
    const world = workspace();
    const options = { ...world.options, store: `${world.state}/tasks.db` };
    const lead = createDefaultToolRegistry({ ...options, taskToolsDeps: { role: 'orchestrator' } });
    const hand = createDefaultToolRegistry({ ...options, taskToolsDeps: { role: 'worker' } });
    onTestFinished(() => lead.close());
    onTestFinished(() => hand.close());
    const of = (registry: StaticToolRegistry, name: string) =>
      registry.resolvePacks(['tasklist']).find(each => each.name === name)!;
    const { task } = (await of(lead, 'create_task').execute({ title: 'Sweep' })) as { task: { id: string } };
    await of(hand, 'task_update').execute({ id: task.id, status: 'in_progress' });
    await of(hand, 'submit_result').execute({ id: task.id, result: 'Swept' });
    expect(await of(lead, 'reject_task').execute({ id: task.id, reason: 'A corner is left' })).toMatchObject({
      task: { status: 'deferred' },
    });
  });
});

describe('spawn_agent', () => {
  const types = [{ name: 'reader', description: 'Reads', prompt: 'You read.', packs: ['filesystem'] }];
  const deps = (script: Parameters<typeof scriptedLanguageModel>[0], more: Partial<SpawnAgentToolDeps> = {}) => ({
    agentTypes: types,
    model: async (name = 'm') => ({ name, model: scriptedLanguageModel(script, name) }),
    ...more,
  });

  function openSpawn(files: Record<string, string>, spawnDeps: SpawnAgentToolDeps): ToolDefinition {
    const { registry } = open(files, { spawnDeps });
    return registry.resolvePacks(['spawn'])[0]!;
  }

  it('spawn_agent runs an agent of a known type and gives back its text', async () => {
    const spawn = openSpawn({ 'a.txt': 'one\n' }, deps([{ text: 'I have read it.' }]));
    expect(spawn.parameters).toMatchObject({ required: ['agentType', 'prompt'] });
    expect(await spawn.execute({ agentType: 'reader', prompt: 'Read', context: 'a.txt' })).toMatchObject({
      text: 'I have read it.',
    });
    await expect(spawn.execute({ agentType: 'writer', prompt: 'x' })).rejects.toMatchObject({ code: 'UNKNOWN_AGENT' });
  });

  it('an agent type names its packs as toolPacks', async () => {
    const script = [{ calls: [{ name: 'read_file', args: { path: 'a.txt' } }] }, { text: 'done' }];
    const type = { name: 'lister', description: 'Lists', prompt: 'You list.' };
    const run = async (agentTypes: SpawnAgentToolDeps['agentTypes']) => {
      const spawn = openSpawn({ 'a.txt': 'one\n' }, deps(script, { agentTypes }));
      return spawn.execute({ agentType: 'lister', prompt: 'x' });
    };
    expect(await run([{ ...type, toolPacks: ['filesystem'] }])).toMatchObject({ text: 'done' });
  });

  it('spawn_agent refuses what is too deep, and what a parent may not do', async () => {
    const deep = openSpawn({}, deps([{ text: 'x' }], { currentDepth: 2, maxDepth: 2 }));
    await expect(deep.execute({ agentType: 'reader', prompt: 'x' })).rejects.toMatchObject({ code: 'SPAWN_DEPTH' });
    const strict = openSpawn({}, deps([{ text: 'x' }], { parentPolicy: createPolicy('read-only') }));
    await expect(strict.execute({ agentType: 'reader', prompt: 'x' })).rejects.toMatchObject({
      type: 'permission_error',
    });
  });

  it('spawn_agent ends with the signal of its parent', async () => {
    const spawn = openSpawn({}, deps([{ text: 'x' }], { signal: AbortSignal.abort() }));
    await expect(spawn.execute({ agentType: 'reader', prompt: 'x' })).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

describe('manifests', () => {
  const manifest: ToolPackManifest = parseToolPackManifest({
    schemaVersion: 1,
    name: ' greetings ',
    description: 'Polite words',
    tools: ['hello', 'bye', 'hello'],
    riskProfile: 'standard',
    tags: ['polite', 'polite'],
  });

  it('manifests are trimmed, and their tools and tags are there once', () => {
    expect(manifest).toMatchObject({ name: 'greetings', tools: ['hello', 'bye'], tags: ['polite'] });
  });

  it.each(['schemaVersion', 'name', 'description', 'tools', 'riskProfile'])(
    'manifests: without %s are refused',
    field => {
      expect(() => parseToolPackManifest({ ...manifest, [field]: undefined })).toThrow();
    },
  );

  it('manifests with empty texts, no tools or an unknown profile are refused', () => {
    for (const wrong of [{ name: ' ' }, { tools: [] }, { riskProfile: 'wild' }])
      expect(() => parseToolPackManifest({ ...manifest, ...wrong })).toThrow();
  });

  it('become extensions with the capabilities of their profile, which a policy allows or not', () => {
    const profile: RiskProfile = 'privileged';
    const extension: ExtensionManifest = toExtensionManifestFromToolPack({ ...manifest, riskProfile: profile });
    expect(extension.capabilities).toEqual(RISK_PROFILES.privileged);
    const policy: RuntimePolicy = createPolicy('standard');
    expect(() => assertToolPackAllowed(manifest, policy)).not.toThrow();
    expect(() => assertToolPackAllowed({ ...manifest, riskProfile: profile }, policy)).toThrow('greetings');
  });
});

describe('vision', () => {
  it('a picture becomes a report; an answer that is no JSON becomes its summary', async () => {
    const finding: QAFinding = {
      severity: 'major',
      category: 'layout',
      description: 'The button is cut off',
      suggestion: 'Make it wider',
    };
    const answers = [JSON.stringify({ findings: [finding], summary: 'Nearly' }), 'Looks fine to me.'];
    const visionProvider: LLMProvider = {
      languageModel: name => scriptedLanguageModel([() => ({ text: answers.shift() ?? '' })], name),
      host: 'models.test',
    };
    const policy = { extends: 'privileged', network: { allow: ['models.test'] } } as const;
    const { run, write } = open({}, { visionProvider, visionModel: 'eye', policy, approver: async () => 'allow_once' });
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
    write('shot.png', Buffer.from(png, 'base64') as never);
    const look = async () =>
      (await run('vision-analysis', 'analyze_image_ui_qa', { imagePath: 'shot.png', context: 'Login' })) as QAReport;
    expect(await look()).toMatchObject({ imagePath: 'shot.png', findings: [finding], summary: 'Nearly' });
    expect(await look()).toMatchObject({ findings: [], summary: 'Looks fine to me.' });
  });

  it('the single tools have the described names', () => {
    const tools = [readFileTool, listFilesTool, editFileTool, captureScreenshotTool, analyzeImageTool, spawnAgentTool];
    expect(tools.map(({ name }) => name)).toEqual([
      'read_file',
      'list_files',
      'edit_file',
      'capture_screenshot',
      'analyze_image_ui_qa',
      'spawn_agent',
    ]);
  });
});
