import { isRecord } from '../../schema/json.ts';
import type { ConfigPlace, HostConfig, HostEvent, HostInput } from '../host.ts';
import type { HostEvents } from '../read-event.ts';
import { HOOK_MARK, type HookLines } from './hook-lines.ts';
import { editJsonConfig, hasSameSettings, readJsonConfig, unreadableConfig } from './json-config.ts';

interface JsonHooks {
  readonly file: (place: ConfigPlace) => string | undefined;
  readonly alsoRead?: HostConfig['alsoRead'];
  readonly events: HostEvents;
  /** A pattern for tools whose end is told: not a shell of a rewritten command, which tells its own. Left out: all. */
  readonly told?: string;
  readonly unit: 'seconds' | 'milliseconds';
  /** `nested`: an entry names tools and holds commands, as in Claude Code. `flat`: an entry is a command. */
  readonly form?: 'nested' | 'flat';
  readonly command?: HostInput;
  /** HostInput of the command before a call, where the host can be told to block when that fails. */
  readonly guard?: HostInput;
  /** HostInput that the file must have besides. */
  readonly head?: HostInput;
  /** Whether the host takes nothing but plain JSON, and goes on without a file that is not. */
  readonly plain?: boolean;
  /** The only keys that the host takes, where it goes on without a file that has others. */
  readonly keys?: readonly string[];
  readonly concerns: (config: HostInput) => readonly string[];
  readonly afterwards?: readonly string[];
}

/** The concern about a setting that several hosts have. */
export const hooksOff = (config: HostInput): string[] =>
  config.disableAllHooks === true ? ['disableAllHooks is true here: no hook runs, and nothing is gated.'] : [];

/** Hooks in a JSON file as `{ "hooks": { EVENT: [ENTRY, …] } }`, which most hosts have. */
export function jsonHooks(form: JsonHooks): HostConfig {
  const { file, alsoRead = () => [], events, concerns, head = {}, afterwards = [] } = form;
  return {
    file,
    alsoRead,
    afterwards,
    install(text, lines) {
      let out = text === undefined || text.trim() === '' ? '{}\n' : without(text);
      for (const [key, value] of Object.entries(head))
        if (!Object.hasOwn(read(out), key)) out = editJsonConfig(out, [key], value);
      for (const [event, kind] of Object.entries(events)) {
        const there = read(out).hooks?.[event];
        if (there !== undefined && !Array.isArray(there)) throw unreadableConfig(`"hooks.${event}" is no list`);
        out = editJsonConfig(out, ['hooks', event, there?.length ?? 0], entryFor(form, kind, lines));
      }
      if (ownPlaces(read(out)).length !== Object.keys(events).length)
        throw unreadableConfig('"hooks", or an event in it, stands there twice');
      return text !== undefined && hasSameSettings(out, text) ? text : out;
    },
    uninstall(text) {
      const out = without(text);
      return isEmpty(out, head) ? undefined : out;
    },
    commandsIn: text => (text.trim() === '' ? [] : ownPlaces(read(text)).map(({ command }) => command)),
    unloadable: text => (form.plain && text.trim() !== '' ? whyUnloadable(text, form) : undefined),
    concerns: text => concerns(text.trim() === '' ? {} : (read(text) as Record<string, unknown>)),
  };
}

/** Hosts go on without a file that is not as they want it, and so without the hooks in it. */
function whyUnloadable(text: string, { keys, form = 'nested' }: JsonHooks): string | undefined {
  let config: HooksFile;
  try {
    config = JSON.parse(text) as HooksFile;
  } catch {
    return 'it is not plain JSON, which has no comments and no comma at the end of a list';
  }
  const odd = Object.keys(config).find(key => keys?.includes(key) === false);
  if (odd !== undefined) return `"${odd}" is none of its keys`;
  const wrong = Object.entries(config.hooks ?? {}).find(
    ([, list]) => !Array.isArray(list) || !list.every(isEntry[form]),
  );
  return wrong && `"hooks.${wrong[0]}" has an entry that is none`;
}

const isEntry = {
  flat: isRecord,
  nested: (entry: unknown): boolean =>
    isRecord(entry) &&
    (entry.matcher === undefined || typeof entry.matcher === 'string') &&
    Array.isArray(entry.hooks) &&
    entry.hooks.every(isRecord),
};

/** Whether a file holds nothing but what it must have. */
function isEmpty(text: string, head: HostInput): boolean {
  const config: HostInput = text.trim() === '' ? {} : (read(text) as HostInput);
  const own = Object.keys(head).filter(key => config[key] === head[key]);
  return /^\s*(?:\{\s*\})?\s*$/.test(own.reduce((out, key) => editJsonConfig(out, [key], undefined), text));
}

/** The entry with the line for a kind of event; nobody waits for an answer to kinds that are not named here. */
function entryFor(
  { unit, form = 'nested', command, guard, told = '*' }: JsonHooks,
  kind: HostEvent['kind'],
  lines: HookLines,
) {
  const { guarded, begins, warms, plain, seconds, shortly } = lines;
  const own = kind === 'before' ? guarded : kind === 'turn-begins' ? begins : kind === 'session-begins' ? warms : plain;
  const time = kind === 'before' ? seconds : shortly;
  const entry = {
    ...(form === 'nested' ? { type: 'command' } : {}),
    ...command,
    command: own,
    timeout: unit === 'seconds' ? time : time * 1000,
    ...(kind === 'before' ? guard : {}),
  };
  if (form === 'flat') return entry;
  const matcher = kind === 'before' ? '*' : kind === 'after' ? told : undefined;
  return { ...(matcher === undefined ? {} : { matcher }), hooks: [entry] };
}

interface HooksFile {
  readonly hooks?: Readonly<Record<string, unknown>>;
}

function read(text: string): HooksFile {
  const value = readJsonConfig(text);
  if (value.hooks !== undefined && !isRecord(value.hooks)) throw unreadableConfig('"hooks" is no object');
  return value as HooksFile;
}

/** Our commands; `at` is a command's place in its entry, undefined where no command of others stands there. */
function ownPlaces({ hooks = {} }: HooksFile) {
  return Object.entries(hooks).flatMap(([event, list]) =>
    (Array.isArray(list) ? list : []).flatMap((entry: unknown, index) => {
      const flat = ownCommand(entry);
      if (flat !== undefined) return [{ event, index, command: flat, at: undefined }];
      const { hooks: commands } = (entry ?? {}) as { hooks?: unknown };
      if (!Array.isArray(commands)) return [];
      const own = commands.flatMap((one: unknown, at) => {
        const command = ownCommand(one);
        return command === undefined ? [] : [{ command, at }];
      });
      const alone = own.length === commands.length;
      return own.map(({ command, at }) => ({ event, index, command, at: alone ? undefined : at }));
    }),
  );
}

function ownCommand(entry: unknown): string | undefined {
  const { command } = (entry ?? {}) as { command?: unknown };
  return typeof command === 'string' && command.trimEnd().endsWith(`# ${HOOK_MARK}`) ? command : undefined;
}

/** Takes our hooks out, one after the other, and what is empty then. */
function without(text: string): string {
  let out = text;
  for (;;) {
    const config = read(out);
    const [own] = ownPlaces(config);
    if (!own) return out;
    const { event, index, at } = own;
    const { hooks = {} } = config;
    const inList = (hooks[event] as readonly unknown[]).length > 1 ? ['hooks', event, index] : ['hooks', event];
    const emptied = inList.length > 2 || Object.keys(hooks).length > 1 ? inList : ['hooks'];
    out = editJsonConfig(out, at === undefined ? emptied : ['hooks', event, index, 'hooks', at], undefined);
  }
}
