import { temporaryWorkspace } from 'toolgate/testing';

/** A folder for an example to work in; nothing of yours is touched. */
export const workspace = temporaryWorkspace({ 'notes.md': '# Notes\n\n- buy milk\n- call Ana\n' });

/** What the model of an example does: it reads a file and changes it, all in one round, and then says that it is done. */
export const CALLS = [
  { id: 'call_1', name: 'read_file', args: { path: 'notes.md' } },
  { id: 'call_2', name: 'edit_file', args: { path: 'notes.md', old_text: '- buy milk', new_text: '- [x] buy milk' } },
] as const;

/** Stands in for the network: answers one request after the other with these replies, so that no key is needed. */
export function scriptedFetch(replies: readonly object[]): typeof fetch {
  let next = 0;
  return async () => {
    const reply = replies[next++];
    return reply ? Response.json(reply) : Response.json({ error: { message: 'The script is over' } }, { status: 500 });
  };
}

/** Shows what became of it, and removes the folder. */
export async function finish(answer: string | null | undefined): Promise<void> {
  console.log(answer);
  console.log(workspace.read('notes.md'));
  await workspace.remove();
}
