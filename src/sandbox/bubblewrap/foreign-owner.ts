import type { SandboxJob } from '../port.ts';

/** Words by which programs say that the overlay could not take over a file whose group or owner is not the user's. */
const TOO_LARGE = /Value too large for defined data type|EOVERFLOW|Errno 75\b/;

const SAYS =
  'toolgate: a file or folder here belongs to a group (or user) other than your own, and an ordinary user cannot change ' +
  'it through the overlay. List them: find . ! -gid "$(id -g)" -o ! -uid "$(id -u)"; then outside of the sandbox: ' +
  'chgrp -R "$(id -gn)" FOLDER. Writing a new file and renaming it over the old one works, too.\n';

/** Hands output on and, where a program met such a file, explains in the end what its words mean. */
export function explainForeignOwner(onOutput: SandboxJob['onOutput']) {
  let met = false;
  const heard: SandboxJob['onOutput'] = (chunk, stream) => {
    met ||= stream === 'stderr' && TOO_LARGE.test(chunk.toString('latin1'));
    onOutput(chunk, stream);
  };
  return { onOutput: heard, explain: () => met && onOutput(Buffer.from(SAYS), 'stderr') };
}
