import type { Trust } from '../policy/types.ts';
import type { Alias, Definition, Info, InitContext, Permissions } from '../tool/define.ts';
import type { MaybePromise } from '../tool/maybe-promise.ts';
import { type ReadyOptions, type ReadyTool, readyTool } from '../tool/ready.ts';
import { hasUnseen, showUnseen } from '../tool/text/unseen.ts';
import { cardOf, type ToolCard } from './card.ts';
import type { RiskProfile } from './manifest.ts';

/** Where a tool came from: part of the product, the user's own, or somebody else's (MCP, plug-in). */
export type Origin = 'built-in' | 'own' | 'foreign';

export interface RegisterOptions {
  readonly permissions?: Permissions;
  /** A text that replaces the description; a relative path begins at the registering module, as `descriptionFile`. */
  readonly descriptionPath?: string | URL;
  readonly pack?: string;
  readonly origin?: Origin;
  readonly trust?: Trust;
  /** The most that the tool's calls may need, whatever the policy grants; left out: its pack's manifest says. */
  readonly riskProfile?: RiskProfile | undefined;
  /** Whether the model has not been shown the schema yet: the first call is answered with it. */
  readonly unseen?: boolean;
  /** Cards of tools by id, told before their definitions are made. */
  readonly cards?: ReadonlyMap<string, ToolCard>;
}

export const REGISTER_OPTIONS: Readonly<Record<keyof RegisterOptions, true>> = {
  permissions: true,
  descriptionPath: true,
  pack: true,
  origin: true,
  trust: true,
  riskProfile: true,
  unseen: true,
  cards: true,
};

export interface PackRegistration extends RegisterOptions {
  /** False leaves a tool out, so that a call of it is told of the policy; undefined: as if there were no such tool. */
  readonly keep?: (info: Info) => boolean | undefined;
}

export const PACK_OPTIONS: Readonly<Record<keyof PackRegistration, true>> = { ...REGISTER_OPTIONS, keep: true };

/** A foreign tool with its own description, without unseen characters. */
function described(info: Info): Info {
  const { definition } = info;
  if (typeof definition === 'function' || !hasUnseen(definition.description)) return info;
  return { ...info, definition: { ...definition, description: showUnseen(definition.description) } };
}

/** One registered tool. Made ready once, when first needed. */
export class RegisteredTool {
  readonly info: Info;
  readonly pack: string | undefined;
  readonly origin: Origin;
  readonly trust: Trust;
  readonly riskProfile: RiskProfile | undefined;
  unseen: boolean;
  /** The turn in which the schema was shown: calls of the same turn were written before. */
  shownIn: string | undefined;
  readonly #card: ToolCard | undefined;
  /** The registry's own options, which a gate may fill in later; those for this tool alone follow. */
  readonly #base: ReadyOptions;
  readonly #special: Partial<ReadyOptions>;
  #ready: MaybePromise<ReadyTool> | undefined;

  constructor(info: Info, options: RegisterOptions, ready: ReadyOptions, module?: string) {
    this.pack = options.pack;
    this.origin = options.origin ?? 'own';
    this.info = this.origin === 'foreign' ? described(info) : info;
    this.trust = options.trust ?? (this.origin === 'foreign' ? 'untrusted' : 'user');
    this.riskProfile = options.riskProfile;
    this.unseen = options.unseen ?? false;
    this.#card = options.cards?.get(info.id);
    this.#base = ready;
    this.#special = {
      vouched: this.origin !== 'foreign' && this.trust !== 'untrusted',
      permissions: options.permissions,
      descriptionFile: options.descriptionPath ? { file: options.descriptionPath, module } : undefined,
    };
  }

  get id(): string {
    return this.info.id;
  }

  /** The other names: known from the card or a static definition; an async one has them only when it is ready. */
  get aliases(): readonly Alias[] {
    if (this.#card) return this.#card.aliases ?? [];
    const { definition } = this.info;
    return typeof definition === 'function' ? [] : (definition.aliases ?? []);
  }

  /** Whether nobody is to show a sign that the tool is at work; known of static definitions. */
  get isQuiet(): boolean {
    const { definition } = this.info;
    return typeof definition !== 'function' && definition.quiet === true;
  }

  /** The card. Sync when it can be: a ready-made card comes at once, and nothing is loaded for it. */
  card(init?: Partial<InitContext>): MaybePromise<ToolCard> {
    if (this.#card) return this.#card;
    const ready = this.ready(init);
    return ready instanceof Promise ? ready.then(cardOf) : cardOf(ready);
  }

  /** Makes the tool ready; sync when it can be. A failed initialisation is tried again the next time. */
  ready(init?: Partial<InitContext>): MaybePromise<ReadyTool> {
    if (this.#ready === undefined) {
      const options = { ...this.#base, ...this.#special };
      const made = readyTool(this.info, init ? { ...options, init: { ...options.init, ...init } } : options);
      this.#ready = made;
      if (made instanceof Promise) {
        const forget = () => {
          this.#ready = undefined;
        };
        made.then(ready => {
          this.#ready = ready;
          adviseOnRetry(ready);
        }, forget);
      }
    }
    return this.#ready;
  }
}

/** Tells an author where `retry` has no effect, or not the one that it seems to have. */
export function adviseOnRetry({ id, definition }: Info): void {
  if (typeof definition === 'function' || !definition.retry) return;
  const held = whyNotRepeated(definition);
  if (held) process.emitWarning(`The tool ${id} has retry, and ${held}`);
  if (definition.retry.on === undefined) {
    process.emitWarning(
      `The tool ${id} has retry, which holds for errors that say retryable: true and not for a plain Error. Say retry: { on: 'any' } to mean those too, or on: 'retryable'`,
    );
  }
}

const MEND = 'If a second run does no more than the first, say idempotent: true';

/** Why no call is repeated. What a call touches is known with its arguments; without `effects` it may be anything. */
function whyNotRepeated({ idempotent, staged, readOnly, effects }: Definition): string | undefined {
  if (idempotent) return undefined;
  if (!effects) return `no call of it is tried again, since it does not say what it touches. ${MEND}`;
  return staged || readOnly ? undefined : `only calls that do nothing but read are tried again. ${MEND}`;
}
