import { type CompiledSchema, compileOutputSchema, compileSchema } from './arguments/check/compile.ts';
import { hashText } from './crypto/sha-256.ts';
import { checkDefinition, type Definition, type Info, type InitContext, type Permissions } from './define.ts';
import { ToolError } from './error.ts';
import { fillVariables, placesOfDescription } from './loading/description-file.ts';
import type { MaybePromise } from './maybe-promise.ts';

/** A tool made ready to run: its schemas compiled, its description read. */
export interface ReadyTool {
  readonly id: string;
  readonly definition: Definition;
  readonly description: string;
  /** The description for a reader at this place, where it came from a file. */
  readonly describe?: (place: InitContext) => string;
  readonly parameters: CompiledSchema;
  readonly returns: CompiledSchema | undefined;
  readonly permissions: Permissions | undefined;
  /** Somebody here has registered the tool: what it says of its own danger counts. */
  readonly vouched: boolean;
  /** A text that changes when what the model sees of the tool changes. */
  readonly fingerprint: string;
}

export interface ReadyOptions {
  readonly init: InitContext;
  readonly permissions?: Permissions;
  readonly vouched?: boolean;
  /** The file that replaces the description, with the module that named it. */
  readonly descriptionFile?: { readonly file: string | URL; readonly module: string | undefined };
  readonly readText: (file: URL) => MaybePromise<string>;
  /** Called where a description file is missing and the inline one stands in for it. */
  readonly report?: (id: string, error: ToolError) => void;
}

/** Makes a tool ready; sync where the definition is static and its description needs no file. */
export function readyTool(info: Info, options: ReadyOptions): MaybePromise<ReadyTool> {
  const { definition } = info;
  if (typeof definition === 'function')
    return definition(options.init).then(made => {
      checkDefinition(info.id, made);
      return withDescription(info, made, options);
    });
  return withDescription(info, definition, options);
}

function withDescription(info: Info, definition: Definition, options: ReadyOptions): MaybePromise<ReadyTool> {
  const { id } = info;
  const { description, descriptionFile } = definition;
  const given =
    options.descriptionFile ??
    (descriptionFile === undefined ? undefined : { file: descriptionFile, module: info.module });
  if (!given) return compile(id, definition, { text: description, options });
  return readFirst(given.file, placesOfDescription(given.file, given.module), options).then(
    template => compile(id, definition, { text: template.trim(), isTemplate: true, options }),
    error => {
      if (description.trim() === '') throw error;
      options.report?.(id, error);
      return compile(id, definition, { text: description, options });
    },
  );
}

async function readFirst(file: string | URL, places: readonly URL[], { readText }: ReadyOptions): Promise<string> {
  let why: unknown = 'the module that names it is not known';
  for (const place of places) {
    try {
      return await readText(place);
    } catch (error) {
      why = error instanceof Error ? error.message : error;
    }
  }
  throw new ToolError('EXECUTION_ERROR', `The description file ${file} cannot be read: ${why}`, {
    suggestion: "Name it as new URL('./NAME.txt', import.meta.url).",
  });
}

type DescriptionText = { readonly text: string; readonly isTemplate?: boolean; readonly options: ReadyOptions };

function compile(
  id: string,
  definition: Definition,
  { text, isTemplate = false, options }: DescriptionText,
): ReadyTool {
  const parameters = compileSchema(definition.parameters);
  let fingerprint: string | undefined;
  return Object.freeze({
    id,
    definition,
    description: isTemplate ? fillVariables(text, options.init) : text,
    ...(isTemplate ? { describe: (place: InitContext) => fillVariables(text, place) } : {}),
    parameters,
    returns: definition.returns && compileOutputSchema(definition.returns),
    permissions: options.permissions ?? definition.permissions,
    vouched: options.vouched ?? false,
    // Only a question and a tool of others need the fingerprint.
    get fingerprint() {
      fingerprint ??= hashText(JSON.stringify([id, text, parameters.json]));
      return fingerprint;
    },
  });
}
