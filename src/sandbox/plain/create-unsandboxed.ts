import { checkRoot } from '../job/check-job.ts';
import type { JobEnd, Sandbox, SandboxFinding, SandboxJob } from '../port.ts';
import { openPlainFolder, type PlainSettings } from './folder.ts';
import { runPlainJob } from './run-plain-job.ts';

/** The finding for `doctor`, so that nobody overlooks it. */
export const OFF: SandboxFinding = {
  part: 'sandbox',
  ok: false,
  says:
    'OFF, because the policy says "sandbox": "off". Every command is asked for, and then runs with all your rights: it ' +
    'can read, change and send away whatever you can',
  next: 'Take "sandbox": "off" out of the policy to have commands held by a sandbox again',
};

/**
 * No sandbox at all, where the policy says so: a command is a process among others, with the user's own rights. It has
 * the environment, the limits and the end of any other command, as far as these can be had without walls.
 */
export const createUnsandboxed = (settings: PlainSettings): Sandbox => ({
  kind: 'off',
  proved: false,
  overlay: false,
  findings: [OFF],
  run: job => runUnsandboxed(settings, job),
});

async function runUnsandboxed(settings: PlainSettings, job: SandboxJob): Promise<JobEnd> {
  checkRoot(job.root);
  const folder = openPlainFolder(settings, job);
  try {
    // No server speaks over such a job's input: a server runs in a real sandbox alone.
    return await runPlainJob({ ...job, onInput: undefined }, folder);
  } finally {
    folder.remove();
  }
}
