import type { ErrorCode } from '../../src/tool/codes.ts';

export interface Advice {
  /** What `retryable` of such an error is: whether the same call may do better later. */
  readonly retryable: 'false' | 'true' | 'either';
  readonly means: string;
  /** What a model should do next. */
  readonly model: string;
  /** What a person can do about it. */
  readonly person: string;
}

/** The one place for what a code means to its readers. A new code does not compile without its words. */
export const ADVICE: Readonly<Record<ErrorCode, Advice>> = {
  UNKNOWN_TOOL: {
    retryable: 'false',
    means: 'No tool has this name. The error names the nearest ones. A name is never guessed.',
    model: 'use one of the names that the error gives, or ask `find_tools`.',
    person: '`toolgate tools` lists what is there; `packs` in the config or the policy may leave a tool out.',
  },
  INVALID_ARGUMENTS: {
    retryable: 'false',
    means:
      'The arguments do not fit the schema, also after what could be repaired in one way only was repaired. Nothing ' +
      'was run or changed. The error lists every problem at once and gives a valid example.',
    model: 'send the call again with the arguments mended as the error says.',
    person: '`toolgate tools read_file` shows what a tool takes.',
  },
  INVALID_OUTPUT: {
    retryable: 'false',
    means: 'A tool gave back a value that does not fit its own `returns`. This is a mistake in the tool.',
    model: 'do not repeat it; use another tool.',
    person: 'mend the tool; `verifyTool` finds such mistakes ([testing tools](../testing-tools.md)).',
  },
  INVALID_PATH: {
    retryable: 'false',
    means: "The path leads out of the workspace, into a place of Toolgate's own, or cannot be a path at all.",
    model: 'use a path inside the workspace, relative to its root.',
    person: 'if the file should be reachable, start Toolgate with a workspace that holds it (`--workspace`).',
  },
  FILE_NOT_FOUND: {
    retryable: 'false',
    means: 'There is nothing at this path. The error names files of the same or a similar name.',
    model: 'use a path that the error names, or look with `glob` or `list_directory`.',
    person: 'nothing to do, unless the workspace is the wrong folder: `toolgate` alone says which one it is.',
  },
  FILE_EXISTS: {
    retryable: 'false',
    means: 'Something is at the path already, and the call would not replace it.',
    model: 'choose another path, or say `overwrite` where the tool has it.',
    person: 'with `toolgate init`: edit the config that is there.',
  },
  NOT_A_FILE: {
    retryable: 'false',
    means: 'The path is a folder, a pipe, a device or something else that cannot be used this way.',
    model: 'use `list_directory` for a folder; leave pipes and devices alone.',
    person: 'nothing to do.',
  },
  BINARY_FILE: {
    retryable: 'false',
    means: 'The file holds no text. The error says what kind it is.',
    model: 'read it with `"encoding": "base64"`, or look at it with `get_file_info`.',
    person: 'nothing to do.',
  },
  TOO_LARGE: {
    retryable: 'false',
    means: 'A file, a page, an answer or an argument is larger than what is taken.',
    model: 'ask for a part (`offset` and `limit`, a narrower pattern), or split the work.',
    person: 'some limits are in the policy ([config](config.md), `limits`).',
  },
  EDIT_NOT_FOUND: {
    retryable: 'false',
    means:
      'The text to replace is not in the file, also not with other white space or quotes. The error shows the nearest ' +
      'lines, and says if the edit has been made already.',
    model: 'copy the lines from the error or read the file again, then send the edit anew.',
    person: 'nothing to do.',
  },
  EDIT_AMBIGUOUS: {
    retryable: 'false',
    means: 'The text to replace is in more than one place. The error gives the lines.',
    model: 'add lines before or after it until only one place fits, or say `replace_all`.',
    person: 'nothing to do.',
  },
  STALE_FILE: {
    retryable: 'either',
    means: 'The file was changed by someone else since it was read, so writing would lose that change.',
    model: 'read the file again, then make the change on what is there now.',
    person: 'nothing to do; your own change was kept.',
  },
  PERMISSION_DENIED: {
    retryable: 'false',
    means:
      'The policy does not grant a capability that the tool needs (`read`, `write`, `execute`, `network`), or the ' +
      'system does not let this user at the file.',
    model: 'do without it, and say what would have been needed.',
    person:
      'a policy that grants it: `--policy privileged`, or `policy` in the config ([policies](../policies-by-example.md)).',
  },
  POLICY_DENIED: {
    retryable: 'false',
    means: 'A rule, the level of danger or another check of the policy denies this call. The error says which one.',
    model: 'do not try another way to the same end; say what was refused.',
    person: '`toolgate policy show` says where the rule came from; `toolgate explain` tries a call without running it.',
  },
  APPROVAL_DENIED: {
    retryable: 'false',
    means: 'A person was to be asked and said no, or nobody was there to ask.',
    model: "read the person's words in the error and do something else; do not ask again for the same.",
    person: 'answer what still waits with `toolgate approvals` ([approvals](../approvals.md)).',
  },
  APPROVAL_TIMEOUT: {
    retryable: 'false',
    means: 'Nobody answered in time (ten minutes, unless `approvalTimeout` says otherwise). It counts as a no.',
    model: 'go on with something else, or end and say what waits.',
    person: 'answer sooner, or set `approvalTimeout`; a late yes still holds for the identical call, once, for a day.',
  },
  CLAIMED: {
    retryable: 'true',
    means: 'Another agent holds the file for its own change. The error says who and until when.',
    model: 'do something else first, then try again.',
    person: 'nothing to do; leases run out by themselves, and those of dead processes are given back.',
  },
  TIMEOUT: {
    retryable: 'either',
    means: 'The call took longer than it may. What it had printed by then is kept, and its processes are ended.',
    model: 'give a longer `timeout` (in seconds), do less at once, or run it in the background.',
    person: '`limits.time` of the policy is the upper bound ([config](config.md)).',
  },
  ABORTED: {
    retryable: 'either',
    means: 'The call was ended by whoever started it, or the process stopped before it began. Nothing was written.',
    model: 'nothing; whoever ended it knows why.',
    person: 'start it again if it is still wanted.',
  },
  OUTCOME_UNKNOWN: {
    retryable: 'false',
    means:
      'The process died while the call ran, and nobody can tell whether its effect happened. It is never run again by ' +
      'itself.',
    model: 'look first whether the effect is there (read the file, ask the server), then decide.',
    person: '`toolgate dead-letters` shows it; look, then `toolgate dead-letters retry ID` or `drop ID`.',
  },
  EXECUTION_ERROR: {
    retryable: 'either',
    means: 'The tool failed while it ran: its own mistake, a full disk, a server that is not there.',
    model: 'read the message; repeat it only if `retryable` is true, and at most once.',
    person: '`toolgate dead-letters` keeps calls that failed for good, with their arguments.',
  },
  SANDBOX_UNAVAILABLE: {
    retryable: 'false',
    means: 'Commands run in a sandbox, and there is none that holds on this machine.',
    model: 'do without commands.',
    person: '`toolgate doctor` says what is missing and how to install it ([sandbox](../sandbox.md)).',
  },
  NETWORK_BLOCKED: {
    retryable: 'false',
    means: 'The host is not allowed, or its address is one of this machine or its network.',
    model: 'do not look for a way around it; say which host would be needed.',
    person: 'allow the host: `network.allow` or a rule ([network and web](../network-and-web.md)).',
  },
  BUDGET_EXCEEDED: {
    retryable: 'false',
    means: "The calls, tokens, steps or time that the policy or the agent's type gives are used up.",
    model: 'stop, and answer with what there is.',
    person: "`toolgate usage` says what was used; raise `limits` in the policy or in the agent's file.",
  },
  SCRIPT_DIVERGED: {
    retryable: 'false',
    means:
      'A script that was to go on after a restart made another call than before; it was stopped. Nothing was done twice.',
    model: 'look at what its calls have done, and write a new script for what is left.',
    person: '`toolgate log` shows the calls that it had made.',
  },
  SPAWN_DEPTH: {
    retryable: 'false',
    means: 'Agents below agents go only so deep (three, unless `limits.depth` says otherwise).',
    model: 'do the task itself instead of giving it away.',
    person: 'raise `limits.depth` if that is meant.',
  },
  UNKNOWN_AGENT: {
    retryable: 'false',
    means: 'No agent type has this name. The error names those that there are.',
    model: 'use one of the types that the error names.',
    person: 'agents are files ([agents and tasks](../agents-and-tasks.md)); those of a workspace count once trusted.',
  },
  LLM_ASSIST_REQUIRED: {
    retryable: 'false',
    means: 'A model is needed for this, and none is configured or it cannot be had.',
    model: 'do without it.',
    person: 'set `TOOLGATE_MODEL`, or `model` in your own config ([agents and tasks](../agents-and-tasks.md)).',
  },
  UNDO_CONFLICT: {
    retryable: 'false',
    means:
      'What is to be taken back was changed by someone else since, in the same lines. Nothing was touched; the error ' +
      'shows the difference.',
    model: 'leave it, or make the change by hand with `edit_file`.',
    person: 'look at the difference; `toolgate undo PATH --force` overwrites it, and keeps what it overwrote.',
  },
  CYCLE: {
    retryable: 'false',
    means: 'A task would depend on itself, through others. The error gives the way round.',
    model: 'leave out one of the dependencies.',
    person: '`toolgate tasks graph` draws them.',
  },
  ILLEGAL_TRANSITION: {
    retryable: 'false',
    means:
      'Not from this state, or not by this role: completing a task that nobody submitted, undoing where nothing is to ' +
      'be taken back.',
    model: 'look at the present state (`get_task`, `list_changes`) and take a step that it allows.',
    person: '`toolgate tasks show ID` or `toolgate changes` shows the state.',
  },
};
