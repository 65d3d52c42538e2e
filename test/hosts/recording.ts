/** One event of a host, what its hook answered, and what the host did then. */
export interface RecordedExchange {
  readonly phase: string;
  readonly event: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly code: number;
  /** The verdict of the answer; undefined: it had none. */
  readonly verdict: string | undefined;
  /** After a call of a tool that writes files: what they held; null where there was none. */
  readonly files?: Readonly<Record<string, string | null>>;
}

/** The turns of the cases of one host, as they were with the real one. */
export interface HostRecording {
  readonly host: string;
  readonly version: string;
  readonly cases: Readonly<Record<string, readonly (readonly RecordedExchange[])[]>>;
}

/** An answer of the hook, in whatever form its host wants. */
interface RecordedAnswer {
  readonly verdict: string | undefined;
  readonly reason: string | undefined;
  readonly command: string | undefined;
}

export function readAnswer(stdout: string): RecordedAnswer | undefined {
  try {
    const said = JSON.parse(stdout);
    const more = said.hookSpecificOutput ?? {};
    return {
      verdict: more.permissionDecision ?? said.decision,
      reason: more.permissionDecisionReason ?? said.reason,
      command: (more.updatedInput ?? more.tool_input)?.command,
    };
  } catch {
    return undefined;
  }
}

/** Folders of a run, which a recording names by words. */
interface RunFolders {
  readonly home: string;
  readonly project: string;
}

const MARKS = { project: '<project>', home: '<home>' } as const;

export const toRecorded = <T>(value: T, { home, project }: RunFolders): T =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(project, MARKS.project)
      .replaceAll(home, MARKS.home)
      // Some hosts tell a path from the root without the stroke that it begins with.
      .replaceAll(project.slice(1), MARKS.project)
      // What tells where it was recorded, and what nobody reads, is left out.
      .replace(/\$\([^)]*shell-call\.(?:pl|c?js)[^)]*\)/g, '$(shell-call)')
      .replace(/"[^"\\]*shell-call\.(?:pl|c?js)[^"\\]*"/g, '"shell-call"')
      .replace(/"(\w*transcript_path)":"[^"]*"/g, '"$1":"<home>/transcript"'),
  ) as T;

export const fromRecorded = <T>(value: T, { home, project }: RunFolders): T =>
  JSON.parse(JSON.stringify(value).replaceAll(MARKS.project, project).replaceAll(MARKS.home, home)) as T;
