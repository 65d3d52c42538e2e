import { RISK_PROFILES } from '../../registry/manifest.ts';
import type { RegisteredTool } from '../../registry/registered.ts';
import type { AgentRole, CallContext } from '../../tool/context.ts';
import type { Capability } from '../../tool/effect.ts';
import type { Files } from '../../tool/files.ts';
import type { History } from '../../tool/history.ts';
import type { CallFiles } from '../../workspace/port.ts';
import type { CallOrigin } from '../call.ts';

/** What a tool's functions see of a call. A class, since one is made for each call. */
export abstract class CallView implements CallContext {
  readonly #call: CallOrigin;
  readonly #tool: RegisteredTool;
  #opened: CallFiles | undefined;

  constructor(call: CallOrigin, tool: RegisteredTool) {
    this.#call = call;
    this.#tool = tool;
  }

  /** Opens the files; asked once, when they are first wanted. */
  protected abstract open(): CallFiles;

  get sessionID(): string {
    return this.#call.sessionID;
  }
  get messageID(): string {
    const { messageID, turn } = this.#call.scope;
    return messageID ?? `turn-${turn}`;
  }
  get callID(): string {
    return this.#call.callID;
  }
  get agent(): string {
    return this.#call.agent;
  }
  get role(): AgentRole {
    return this.#call.runtime.role;
  }
  get step(): string | undefined {
    return this.#call.scope.step?.key;
  }
  get within(): string | undefined {
    return this.#call.scope.parent;
  }
  get turn(): number {
    return this.#call.scope.turn;
  }
  get cwd(): string {
    return this.#call.scope.session.cwd;
  }
  get capabilities(): ReadonlySet<Capability> {
    const granted = this.#call.runtime.policy().capabilities;
    const profile = this.#tool.riskProfile;
    return new Set(profile ? granted.filter(one => RISK_PROFILES[profile].includes(one)) : granted);
  }
  get planned(): boolean {
    return this.#call.runtime.planned;
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
