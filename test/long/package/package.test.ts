import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Validator } from '@cfworker/json-schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfigText } from '../../../src/config/files/parse-config.ts';
import { bundleTests } from '../../support/package-bundle.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const app = mkdtempSync(join(tmpdir(), 'toolgate-package-'));
const installed = join(app, 'node_modules/toolgate');

beforeAll(() => {
  // Packing builds; a user's compiler and loader then see just what was packed, and our dependencies.
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', app], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('[')));
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(app, filename), '-C', installed, '--strip-components=1']);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(app, 'node_modules', name));
  }
  writeFileSync(join(app, 'package.json'), '{ "name": "app", "type": "module" }');
});

afterAll(() => rmSync(app, { recursive: true, force: true }));

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

function node(code: string): string {
  const file = join(app, 'main.js');
  writeFileSync(file, code);
  const env = { ...process.env, XDG_STATE_HOME: join(app, 'state'), XDG_CONFIG_HOME: join(app, 'config') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { cwd: app, env, encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return stdout;
}

describe('the package', () => {
  it('the package holds what is built and nothing else', () => {
    const files = globSync('**', { cwd: installed }).filter(name => /\.\w+$|LICENSE$/.test(name));
    expect(files).toEqual(
      expect.arrayContaining(['package.json', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'dist/THIRD-PARTY.txt']),
    );
    expect(files.filter(name => /(?:^|\/)src\/|\.test\.|(?:^|\/)test-|samples|pictures/.test(name))).toEqual([]);
    expect(files.filter(name => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([]);
  });

  it('the package has every file that its exports and its bin point to', () => {
    const targets = Object.values(manifest.exports).flatMap(target =>
      typeof target === 'string' ? [target] : Object.values(target as object),
    );
    for (const target of [...targets, ...Object.values(manifest.bin)]) accessSync(join(installed, target as string));
  });

  it('the package can be imported by each of its names', () => {
    const names = Object.keys(manifest.exports).map(name => name.replace(/^\./, 'toolgate'));
    const lines = names.map(name => {
      const attributes = name.endsWith('.json') ? ", { with: { type: 'json' } }" : '';
      return `console.log(${JSON.stringify(name)}, Object.keys(await import(${JSON.stringify(name)}${attributes})).length > 0);`;
    });
    expect(node(lines.join('\n')).trim().split('\n')).toEqual(names.map(name => `${name} true`));
  });

  it('the package runs a call, and its parsing thread is found', () => {
    const output = node(`
      import { createToolgate } from 'toolgate';
      import { mkdirSync, readFileSync } from 'node:fs';
      mkdirSync('space', { recursive: true });
      const gate = await createToolgate({ workspace: 'space', store: 'memory' });
      const outcome = await gate.execute({ name: 'write_file', args: { path: 'a.ts', content: 'const a = ;\\n' } });
      console.log(JSON.stringify({ ok: outcome.ok, output: outcome.output, written: readFileSync('space/a.ts', 'utf8') }));
      await gate.close();
    `);
    expect(JSON.parse(output)).toMatchObject({
      ok: true,
      output: expect.stringContaining('a.ts:1:11'),
      written: 'const a = ;\n',
    });
  });

  it('the package has a command that tells its version', () => {
    const cli = join(installed, manifest.bin.toolgate);
    accessSync(cli, constants.X_OK);
    expect(readFileSync(cli, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(execFileSync(process.execPath, [cli, '--version'], { encoding: 'utf8' }).trim()).toBe(manifest.version);
  });

  it('the package has an agent for editors, which it alone loads the protocol for', () => {
    const cli = join(installed, manifest.bin.toolgate);
    const input = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}\n';
    const { status, stdout } = spawnSync(process.execPath, [cli, 'acp'], { input, encoding: 'utf8' });
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { result: { agentInfo: { version: manifest.version } } }]);
    const code = globSync('dist/*.{js,cjs}', { cwd: installed });
    const holds = code.filter(path =>
      readFileSync(join(installed, path), 'utf8').includes('session/request_permission'),
    );
    expect(holds).toEqual([expect.stringMatching(/^dist\/acp-/)]);
  });

  it('the package holds the programs that lie in files of their own in the source', () => {
    const source = readFileSync(join(root, 'src/cli/commands/completion/toolgate.bash'), 'utf8');
    const cli = join(installed, manifest.bin.toolgate);
    expect(execFileSync(process.execPath, [cli, 'completion', 'bash'], { encoding: 'utf8' })).toBe(source);
    const code = globSync('dist/*.js', { cwd: installed }).map(path => readFileSync(join(installed, path), 'utf8'));
    expect(code.filter(text => /new URL\([^)]*\.(?:sh|mjs|cjs|py|ps1)['"]/.test(text))).toEqual([]);
  });

  it('the package writes a config that names the schema it brings, also below the folder of the packages', () => {
    const schema = new Validator(
      JSON.parse(readFileSync(join(installed, 'dist/config.schema.json'), 'utf8')),
      '2020-12',
    );
    for (const folder of [app, join(app, 'below', 'it')]) {
      mkdirSync(folder, { recursive: true });
      const env = { ...process.env, XDG_STATE_HOME: join(app, 'state'), XDG_CONFIG_HOME: join(app, 'config') };
      execFileSync(process.execPath, [join(installed, manifest.bin.toolgate), 'init'], {
        cwd: folder,
        env,
        stdio: 'ignore',
      });
      const config = parseConfigText(readFileSync(join(folder, 'toolgate.config.json'), 'utf8'), 'config') as {
        $schema: string;
      };
      accessSync(join(folder, config.$schema));
      expect(schema.validate(config)).toMatchObject({ valid: true });
    }
  });

  it('the package loads no parser, no native part and no framework until one is needed', () => {
    const loaded = node(`
      import { registerHooks } from 'node:module';
      const names = [];
      registerHooks({ load: (url, context, next) => (names.push(url), next(url, context)) });
      await import('toolgate');
      console.log(JSON.stringify(names));
    `);
    expect(
      JSON.parse(loaded).filter((url: string) =>
        /oxc|tree-sitter|yaml|clack|commander|langchain|mastra|@openai|node_modules\/ai\/|\.node$/.test(url),
      ),
    ).toEqual([]);
  });

  it('the package has threads that work: they search, format, convert pages, and the console has its page', async () => {
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<h1>Fruit</h1><table><tr><th>a<tr><td>b</table>'),
    );
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const workspace = join(app, 'threads');
    mkdirSync(workspace);
    writeFileSync(join(workspace, 'a.ts'), 'export function addTax(price:number){return price*2}\n');
    writeFileSync(
      join(app, 'policy.json'),
      '{ "extends": "privileged", "network": { "allow": ["127.0.0.1"] }, "danger": { "dangerous": "allow" } }',
    );
    const lines = [
      { tool: 'search_code', args: { query: 'add tax' } },
      { tool: 'format_code', args: { paths: ['a.ts'] } },
      { tool: 'web_fetch', args: { url } },
    ];
    const env = { ...process.env, XDG_STATE_HOME: join(app, 'state'), XDG_CONFIG_HOME: join(app, 'config') };
    const args = ['exec', '--jsonl', '--policy', join(app, 'policy.json'), '--workspace', workspace, '--yes'];
    try {
      const child = spawn(process.execPath, [join(installed, manifest.bin.toolgate), ...args], { cwd: app, env });
      child.stdin.end(lines.map(line => JSON.stringify(line)).join('\n'));
      const said = await text(child.stdout);
      const outputs = said
        .trim()
        .split('\n')
        .map(line => JSON.parse(line));
      expect(outputs.map(({ ok }) => ok)).toEqual([true, true, true]);
      expect(outputs[0].value.results[0]).toMatchObject({ path: 'a.ts', symbol: 'addTax' });
      expect(readFileSync(join(workspace, 'a.ts'), 'utf8')).toContain('(price: number) {');
      expect(outputs[2].output).toContain('# Fruit');
    } finally {
      await new Promise(resolve => server.close(resolve));
    }
    expect(readFileSync(join(installed, 'dist/console.html'), 'utf8')).toContain('<script type="module">');
  });

  it('the package has types that a strict compiler takes', () => {
    writeFileSync(join(app, 'main.ts'), CONSUMER);
    const options = {
      module: 'nodenext',
      moduleResolution: 'nodenext',
      target: 'es2024',
      strict: true,
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: ['node'],
    };
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['main.ts'] }));
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', app], { encoding: 'utf8' });
    expect(stdout.split('\n').filter(line => line.includes('error TS'))).toEqual([]);
  });

  it('the package fits the types of the frameworks that it fills slots of, also for a strict compiler', () => {
    writeFileSync(join(app, 'slots.ts'), SLOTS);
    const base = { module: 'nodenext', target: 'es2024', strict: true, skipLibCheck: false, noEmit: true };
    const compilerOptions = { ...base, exactOptionalPropertyTypes: true, types: ['node'] };
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['slots.ts'] }));
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', app], { cwd: app, encoding: 'utf8' });
    // Types of the frameworks have errors of their own.
    const own = stdout.split('\n').filter(line => /^(?:slots|node_modules\/toolgate\/).*error TS/.test(line));
    expect(own).toEqual([]);
  });

  it('the package gives a schema that the manifests of its own packs fit', () => {
    const schema = JSON.parse(readFileSync(join(installed, 'dist/manifest.schema.json'), 'utf8'));
    const manifests = globSync('src/packs/*/manifest.json', { cwd: root });
    expect(manifests.length).toBeGreaterThan(0);
    const validator = new Validator(schema, '2020-12');
    for (const file of manifests) {
      expect(validator.validate(JSON.parse(readFileSync(join(root, file), 'utf8')))).toMatchObject({ valid: true });
    }
    expect(
      validator.validate({ schemaVersion: 1, name: ' ', description: 'x', tools: [], riskProfile: 'any' }).valid,
    ).toBe(false);
  });
});

const examples = globSync('*.ts', { cwd: join(root, 'examples') }).filter(name => name !== 'scripted.ts');

describe('the examples', () => {
  beforeAll(() => cpSync(join(root, 'examples'), join(app, 'examples'), { recursive: true }));

  it.each(examples)('%s runs with the package', name => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(app, 'examples', name)], { encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(stdout).toMatch(/Done: (?:the milk|all) is ticked off\./);
    expect(stdout).toContain('- [x] buy milk');
  });
});

describe('in a project without any framework', () => {
  const bare = mkdtempSync(join(tmpdir(), 'toolgate-bare-'));
  const needed = Object.keys(manifest.dependencies);

  beforeAll(() => {
    cpSync(installed, join(bare, 'node_modules/toolgate'), { recursive: true });
    for (const name of needed) {
      mkdirSync(join(bare, 'node_modules', name, '..'), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), join(bare, 'node_modules', name));
    }
    writeFileSync(join(bare, 'package.json'), '{ "name": "bare", "type": "module" }');
  });

  afterAll(() => rmSync(bare, { recursive: true, force: true }));

  /** What is said when it is imported: the names of what there is, or the error. */
  function imported(name: string): string {
    const code = `import(${JSON.stringify(name)}).then(m => console.log(Object.keys(m).join()), e => console.log(e.message))`;
    return execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: bare, encoding: 'utf8' }).trim();
  }

  it('the library works, and LangChain tools say what they need', () => {
    const code = `
      import { createToolgate } from 'toolgate';
      const gate = await createToolgate({ workspace: '.', store: 'memory' });
      const { ok } = await gate.execute({ name: 'read_file', args: { path: 'package.json' } });
      const said = await gate.registry.tools().catch(error => error.message + '. ' + error.suggestion);
      console.log(JSON.stringify({ ok, said }));
      await gate.close();`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: bare, encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual({ ok: true, said: expect.stringContaining('npm install @langchain/core') });
  });

  it('types need no package that it does not bring, and the app over HTTP has one', () => {
    for (const name of ['@types/node', 'undici-types']) {
      mkdirSync(join(bare, 'node_modules', name, '..'), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), join(bare, 'node_modules', name));
    }
    const classic = ['packs', 'define', 'spec', 'executor', 'events'].map(name => `classic/${name}`);
    const free = ['testing', 'agents', 'workers', 'network', 'openai', 'anthropic', 'google', 'claude', ...classic];
    writeFileSync(
      join(bare, 'main.ts'),
      `import { createHttpApp } from 'toolgate/mcp';
${free.map(name => `import 'toolgate/${name}';`).join('\n')}
type App = ReturnType<typeof createHttpApp>;
export const answer: (app: App) => Response | Promise<Response> = app => app.fetch(new Request('http://x/'));
// @ts-expect-error
export const wrong: (app: App) => number = app => app;
`,
    );
    const options = { module: 'nodenext', target: 'es2024', strict: true, skipLibCheck: false, noEmit: true };
    const compilerOptions = { ...options, types: ['node'] };
    writeFileSync(join(bare, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', bare], { encoding: 'utf8' });
    const own = stdout.split('\n').filter(line => line.includes('error TS'));
    expect(own.filter(line => /^(?:main|node_modules\/(?:toolgate|@ai-sdk))/.test(line))).toEqual([]);
  });

  it.each([
    ['toolgate/openai', 'toOpenAIChatTools'],
    ['toolgate/anthropic', 'toAnthropicTools'],
    ['toolgate/google', 'toGoogleTools'],
    ['toolgate/claude', 'toClaudeOptions'],
  ])('%s needs nothing more', (name, exported) => expect(imported(name)).toContain(exported));

  it.each([
    ['toolgate/ai', 'toAISDKTools', 'ai'],
    ['toolgate/langchain', 'toLangChainTools', '@langchain/core'],
    ['toolgate/mastra', 'toMastraTools', '@mastra/core'],
  ])('%s can be imported, and says what to install once it is used', (name, exported, peer) => {
    expect(imported(name)).toContain(exported);
    const code = `
      const { createToolgate } = require('toolgate');
      const { ${exported} } = require('${name}');
      createToolgate({ workspace: '.', store: 'memory' }).then(async gate => {
        const said = await ${exported}(gate).then(() => 'made', error => error.message + '. ' + error.suggestion);
        console.log(said);
        await gate.close();
      });`;
    const said = execFileSync(process.execPath, ['--input-type=commonjs', '-e', code], { cwd: bare, encoding: 'utf8' });
    expect(said).toContain(`${name} needs the package ${peer}. Install it: npm install ${peer}`);
  });

  it('packages of another age that are not used are no hindrance, and are refused once they are', () => {
    const old = join(bare, 'node_modules/ai');
    mkdirSync(old, { recursive: true });
    writeFileSync(join(old, 'package.json'), '{ "name": "ai", "version": "5.0.277", "main": "index.js" }');
    writeFileSync(join(old, 'index.js'), '');
    const code = `
      import { createToolgate } from 'toolgate';
      import { toAISDKTools } from 'toolgate/ai';
      const gate = await createToolgate({ workspace: '.', store: 'memory' });
      console.log(await toAISDKTools(gate).catch(error => error.message));
      await gate.close();`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: bare, encoding: 'utf8' });
    rmSync(old, { recursive: true });
    expect(said).toContain('toolgate/ai needs ai 7.0.0 or newer, and 5.0.277 is installed');
  });

  it('any version of an optional package may be beside it, and the tracing API of other packages', () => {
    expect(Object.values(manifest.peerDependencies).every(range => range === '*')).toBe(true);
    expect(
      Object.keys(manifest.peerDependencies).filter(name => !manifest.peerDependenciesMeta[name]?.optional),
    ).toEqual([]);
    expect(manifest.dependencies['@opentelemetry/api']).toBe('^1.4.0');
  });

  it('in a project without any framework makes spans with the SDK that a program has registered', () => {
    const said = node(`
      import { trace } from '@opentelemetry/api';
      import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
      import { createToolgate } from 'toolgate';
      const exporter = new InMemorySpanExporter();
      trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
      const gate = await createToolgate({ workspace: '.', store: 'memory' });
      await gate.execute({ name: 'list_directory', args: { path: '.' } });
      await gate.close();
      console.log(exporter.getFinishedSpans().map(({ name }) => name).join());`);
    expect(said.trim()).toBe('execute_tool list_directory');
  });
});

describe('a bundle of a program', () => bundleTests(installed));

const SLOTS = `
import type { Experimental_SandboxSession } from 'ai';
import { Agent, applyPatchTool, shellTool, type FunctionTool } from '@openai/agents';
import type { SandboxClient } from '@openai/agents/sandbox';
import type { BackendProtocolV2, SandboxBackendProtocolV2 } from 'deepagents';
import { Workspace } from '@mastra/core/workspace';
import type { Toolgate } from 'toolgate';
import { toAISDKSandbox } from 'toolgate/ai';
import { toClaudeOptions } from 'toolgate/claude';
import { toDeepAgentsBackend, toDeepAgentsSandbox } from 'toolgate/deepagents';
import { toMastraFilesystem, toMastraSandbox, toMastraTools } from 'toolgate/mastra';
import { toOpenAIAgentsEditor, toOpenAIAgentsSandbox, toOpenAIAgentsShell, toOpenAIAgentsTools } from 'toolgate/openai-agents';

export async function fill(gate: Toolgate) {
  const sandbox: Experimental_SandboxSession = toAISDKSandbox(gate);
  const backend: BackendProtocolV2 = toDeepAgentsBackend(gate);
  const execution: SandboxBackendProtocolV2 = toDeepAgentsSandbox(gate);
  const client: SandboxClient = toOpenAIAgentsSandbox(gate);
  const own: FunctionTool[] = await toOpenAIAgentsTools(gate);
  const tools = [...own, shellTool(toOpenAIAgentsShell(gate)), applyPatchTool(toOpenAIAgentsEditor(gate))];
  const workspace = new Workspace({ filesystem: await toMastraFilesystem(gate), sandbox: await toMastraSandbox(gate) });
  const { canUseTool, hooks } = await toClaudeOptions(gate);
  // @ts-expect-error
  toClaudeOptions(gate, { canUseTool: 'yes' });
  return [sandbox, backend, execution, client, new Agent({ name: 'a', tools }), workspace, await toMastraTools(gate), canUseTool, hooks];
}
`;

const CONSUMER = `
import { createPolicy, createToolgate, type Outcome, Tool, type Toolgate } from 'toolgate';
import { Tool as Classic, ToolRegistry } from 'toolgate/classic/define';
import { ActivityStream, BaseTool, ToolManager, type ToolResult } from 'toolgate/classic/events';
import type { ToolDefinition } from 'toolgate/classic/executor';
import { StaticToolRegistry } from 'toolgate/classic/packs';
import type { Tool as SpecTool } from 'toolgate/classic/spec';
import { temporaryWorkspace } from 'toolgate/testing';
import { z } from 'zod';

const hello = Tool.define('hello', {
  description: 'Greets',
  parameters: z.object({ name: z.string(), times: z.number().default(1) }),
  returns: z.object({ text: z.string() }),
  async execute({ name, times }, ctx) {
    const text: string = name.repeat(times);
    ctx.output(text);
    return { title: 'Hello', value: { text } };
  },
});

const gate: Toolgate = await createToolgate({ workspace: '.', policy: createPolicy('read-only'), tools: [hello] });
const outcome: Outcome = await gate.execute({ name: 'hello', args: { name: 'you' } });
if (!outcome.ok) console.error(outcome.error.code satisfies string);
export const space = temporaryWorkspace;

class Loud extends BaseTool {
  readonly name = 'loud';
  readonly description = 'Says it loudly';
  readonly requiresConfirmation = false;
  protected override async executeImpl(args: Record<string, unknown>): Promise<ToolResult> {
    return this.formatSuccessResponse({ said: String(args.text).toUpperCase() });
  }
}
const stream = new ActivityStream();
const manager = new ToolManager([new Loud(stream)], stream, { store: 'memory' });
export const said: ToolResult = await manager.executeTool('loud', { text: 'hey' });

type Soft = z.ZodObject<{ text: z.ZodString }>;
interface SoftMetadata extends Classic.Metadata {
  length: number;
}
const soft = Classic.define<Soft, SoftMetadata>('soft', {
  description: 'Says it softly',
  parameters: z.object({ text: z.string() }),
  execute: async ({ text }) => ({ title: 'Soft', metadata: { length: text.length }, output: text }),
});
ToolRegistry.register(soft, { permissions: { required: ['read'] } });

const mild: SpecTool = {
  name: 'mild',
  description: 'Says it',
  inputSchema: z.object({ text: z.string() }),
  outputSchema: z.object({ text: z.string() }),
  requiresApproval: args => (args as { text: string }).text === '',
  execute: async args => ({ ok: true, value: args }),
};
const flat: ToolDefinition = {
  name: 'flat',
  description: 'Says it flatly',
  parameters: { type: 'object', properties: {} },
  execute: async args => args,
  dangerLevel: 'safe',
};
export const packs = new StaticToolRegistry();
packs.registerPack('sayings', [flat]);
export const all = [mild, flat, soft];
`;
