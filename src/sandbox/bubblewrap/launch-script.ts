import { readProgram } from '../../tool/loading/read-program.ts';
/**
 * The script around bubblewrap, the first process of a namespace of its own and in the job's folder: it joins the
 * control groups, lays the overlay or covers what is hidden, starts the job, and afterwards tells what the folders that
 * were written to hold. Names in mount options are all its own, so a comma in a path does no harm. Mount points lie in
 * its own mounts only, so a link that is put below the workspace meanwhile leads nowhere: nothing is ever made there.
 *
 * When it ends, the kernel ends all that came of it. When we end, it does: its parent is tied to us, it to its parent,
 * and beside the job something waits for the end of descriptor 8 and kills the rest. A tie that is made after our end
 * holds nothing, so the job begins only when we have answered: then all of them are made.
 *
 * $1 `overlay`, `covered` or `real`, $2 lower folders, $3 options of the overlay, $4 the file with the filter for system
 * calls; then the limits, `--` and the command follow.
 * Files in the folder: `arguments` for bubblewrap, `hidden` with paths to leave out, `covers` with those to put a mount
 * on, `groups` to join, `root` a link to the workspace, `blank` with what is put over hidden things, `devices` that nobody
 * is to change, `laid` with folders that are laid over nothing in `seen`, so that no mount tells where they come from; where
 * there can be no overlay they are mounted as they are, by the links in `bare`.
 * Bubblewrap ends a moment before the processes in it: they are waited for, so that nothing is written any more.
 * Descriptor 3 takes the listing, 4 the status of bubblewrap.
 */
export const LAUNCH_SCRIPT = readProgram(new URL('./launch.sh', import.meta.url));
