import { readProgram } from '../../../tool/loading/read-program.ts';
/**
 * The script around bubblewrap, the first process of a namespace of its own: once it has an outfit it joins the control
 * groups and mounts what every job of that outfit sees; once it is told its job the script goes to the job's folder,
 * lays the overlay or covers hidden paths, starts the job, and afterwards tells what the folders that were written to
 * hold. Names in mount options are all its own, so a comma in a path does no harm. Mount points lie in its own mounts
 * alone, so a link that is put below the workspace meanwhile leads nowhere: nothing is ever made there.
 *
 * An outfit with a `gate` is made into a sandbox before there is a job: bubblewrap makes all of it and then waits at
 * the gate, a pipe that the script holds open itself, so that nobody's end opens it. A mount that is made when the job
 * is told reaches that sandbox, for the places of the workspace and the cache hand their mounts on; a place with
 * nothing on it cannot be written.
 *
 * When the script ends, the kernel ends all that came of it. When we end, it ends: its parent is tied to us, it to its
 * parent, and beside the job something waits for the end of descriptor 8 and kills the rest. A tie made after our end
 * holds nothing, so all else begins only when we have answered: then the ties are made, and the files below are there.
 * With a gate we answer twice, and the second answer says that the job is told.
 *
 * $1 is the file that tells the outfit: the file with the `filter` for system calls, `limits` of each process, control
 * `groups` to join, `shared` pages of memory, the `gate`, and the command. Beside it lie `-mounts`, with what is
 * mounted at once, as lines for `mount`, and `-job`: the job's `folder`, its `view` (`overlay` or `real`), where it is
 * `merged`, and the `program`.
 * Files in the folder: `hidden` with paths to leave out, `covers` with those to put a mount on, `root` a link to the
 * workspace, `blank` with what is put over hidden things, `mounts` with what is mounted for this job alone. Folders at
 * `places` are laid over nothing, so that no mount tells where they come from; where there can be no overlay they are
 * mounted as they are.
 * Bubblewrap ends a moment before the processes in it: they are waited for, so that nothing is written any more.
 * Descriptor 3 takes the listing, 4 the status of bubblewrap and a word of ours before the job begins; 5 has the
 * arguments for bubblewrap.
 */
export const LAUNCH_SCRIPT = readProgram(new URL('./launch.sh', import.meta.url));
