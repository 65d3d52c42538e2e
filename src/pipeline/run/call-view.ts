import { RISK_PROFILES } from '../../registry/manifest.ts';
import type { RegisteredTool } from '../../registry/registered.ts';
import type { AgentRole, CallContext } from '../../tool/context.ts';
import type { Capability } from '../../tool/effect.ts';
import type { Files } from '../../tool/files.ts';
import type { History } from '../../tool/history.ts';
import type { CallFiles } from '../../workspace/port.ts';
import type { CallOrigin } from '../call.ts';

/**
 * The view of a call that a tool's functions get. A class, since one is made for each call; it knows the call by its
 * trail, so that it keeps no earlier state of the call.
 */
export abstract class CallView implements CallContext {
  readonly #trail: { readonly at: CallOrigin };
  readonly #tool: RegisteredTool;
  #opened: CallFiles | undefined;

  constructor(trail: { readonly at: CallOrigin }, tool: RegisteredTool) {
    this.#trail = trail;
    this.#tool = tool;
  }

  protected abstract open(): CallFiles;

  get sessionID(): string {
    return this.#trail.at.sessionID;
  }
  get messageID(): string {
    const { messageID, turn } = this.#trail.at.scope;
    return messageID ?? `turn-${turn}`;
  }
  get callID(): string {
    return this.#trail.at.callID;
  }
  get agent(): string {
    return this.#trail.at.agent;
  }
  get role(): AgentRole {
    return this.#trail.at.runtime.role;
  }
  get step(): string | undefined {
    return this.#trail.at.scope.step?.key;
  }
  get within(): string | undefined {
    return this.#trail.at.scope.parent;
  }
  get turn(): number {
    return this.#trail.at.scope.turn;
  }
  get cwd(): string {
    return this.#trail.at.scope.session.cwd;
  }
  get capabilities(): ReadonlySet<Capability> {
    const granted = this.#trail.at.runtime.policy().capabilities;
    const profile = this.#tool.riskProfile;
    return new Set(profile ? granted.filter(one => RISK_PROFILES[profile].includes(one)) : granted);
  }
  get planned(): boolean {
    return this.#trail.at.runtime.planned;
  }
  get files(): Files {
    return this.#files.files;
  }
  get history(): History {
    return this.#files.history;
  }

  get #files(): CallFiles {
    this.#opened ??= this.open();
    return this.#opened;
  }
}
