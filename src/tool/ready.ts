import { createHash } from 'node:crypto';
import { type CompiledSchema, compileOutputSchema, compileSchema } from './arguments/check/compile.ts';
import { checkDefinition, type Definition, type Info, type InitContext, type Permissions } from './define.ts';
import type { MaybePromise } from './maybe-promise.ts';

/** A tool made ready to run: its schemas compiled, its description read. */
export interface ReadyTool {
  readonly id: string;
  readonly definition: Definition;
  readonly description: string;
  readonly parameters: CompiledSchema;
  readonly returns: CompiledSchema | undefined;
  readonly permissions: Permissions | undefined;
  /** Somebody here has registered it: what it says of its own danger counts. */
  readonly vouched: boolean;
  /** Changes when what the model sees of the tool changes. */
  readonly fingerprint: string;
}

export interface ReadyOptions {
  readonly init: InitContext;
  readonly permissions?: Permissions;
  readonly vouched?: boolean;
  /** Replaces the description; its variables are filled in. */
  readonly descriptionFile?: string | URL;
  readonly readText: (file: string | URL) => MaybePromise<string>;
}

/** Sync where the definition is static and its description needs no file. */
export function readyTool(info: Info, options: ReadyOptions): MaybePromise<ReadyTool> {
  const { definition } = info;
  if (typeof definition === 'function') {
    return definition(options.init).then(made => {
      checkDefinition(info.id, made);
      return withDescription(info.id, made, options);
    });
  }
  return withDescription(info.id, definition, options);
}

function withDescription(id: string, definition: Definition, options: ReadyOptions): MaybePromise<ReadyTool> {
  const file = options.descriptionFile ?? definition.descriptionFile;
  if (file === undefined) return compile(id, definition, definition.description, options);
  const text = options.readText(file);
  const finish = (template: string) => compile(id, definition, fillVariables(template.trim(), options.init), options);
  return typeof text === 'string' ? finish(text) : text.then(finish);
}

function compile(id: string, definition: Definition, description: string, options: ReadyOptions): ReadyTool {
  const parameters = compileSchema(definition.parameters);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([id, description, parameters.json]))
    .digest('hex');
  return Object.freeze({
    id,
    definition,
    description,
    parameters,
    returns: definition.returns && compileOutputSchema(definition.returns),
    permissions: options.permissions ?? definition.permissions,
    vouched: options.vouched ?? false,
    fingerprint,
  });
}

/** Fills `${workspace}`, `${directory}` and `${cwd}`; other variables stay as they are. */
function fillVariables(template: string, init: InitContext): string {
  return template.replace(/\$\{(workspace|directory|cwd)\}/g, (_, name) =>
    name === 'workspace' ? init.workspace : init.cwd,
  );
}
