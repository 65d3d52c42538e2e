import { readProgram } from '../../../tool/loading/read-program.ts';
/**
 * The script around bubblewrap, the first process of a namespace of its own: once it is told its job it goes to the job's
 * folder, joins the control groups, lays the overlay or covers what is hidden, starts the job, and afterwards tells what
 * the folders that were written to hold. Names in mount options are all its own, so a comma in a path does no harm. Mount points lie in
 * its own mounts only, so a link that is put below the workspace meanwhile leads nowhere: nothing is ever made there.
 *
 * When it ends, the kernel ends all that came of it. When we end, it does: its parent is tied to us, it to its parent,
 * and beside the job something waits for the end of descriptor 8 and kills the rest. A tie that is made after our end
 * holds nothing, so all else begins only when we have answered: then the ties are made, and the files below are there.
 *
 * $1 is the file that tells the job: where its folder is, `view` (`overlay` or `real`), `filter` (the file with the filter
 * for system calls), `limits` of each process, control `groups` to join, `shared` pages of memory, and the command.
 * Files in the folder: `hidden` with paths to leave out, `covers` with those to put a mount on, `root` a link to the
 * workspace, `blank` with what is put over hidden things, `mounts` with all that is mounted, as lines for `mount`, which
 * makes them in one go. Those at `places` are laid over nothing, so that no mount tells where they come from; where there
 * can be no overlay they are mounted as they are.
 * Bubblewrap ends a moment before the processes in it: they are waited for, so that nothing is written any more.
 * Descriptor 3 takes the listing, 4 the status of bubblewrap; 5 has the arguments for it.
 */
export const LAUNCH_SCRIPT = readProgram(new URL('./launch.sh', import.meta.url));
