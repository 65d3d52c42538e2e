import { expect, it } from 'vitest';
import { openGate } from '../../../test/support/worlds/open-gate.ts';
import { builtInToolNames } from './pack-facts.ts';

/** Hints for clients on each built-in tool: r only looks, d may destroy, i is the same twice, o reaches out. */
const HINTS: Readonly<Record<string, string>> = {
  read_file: 'r-i-',
  list_directory: 'r-i-',
  glob: 'r-i-',
  grep: 'r-i-',
  get_file_info: 'r-i-',
  search_code: 'r-i-',
  list_changes: 'r-i-',
  git_status: 'r-i-',
  git_diff: 'r-i-',
  git_log: 'r-i-',
  bash_output: 'r-i-',
  list_tasks: 'r-i-',
  get_task: 'r-i-',
  todoread: 'r-i-',
  find_tools: 'r-i-',
  web_search: 'r-io',
  analyze_image_ui_qa: 'r-io',
  // Edits can be taken back, and never overwrite a whole file.
  edit_file: '----',
  todowrite: '--i-',
  task_update: '----',
  create_task: '----',
  submit_result: '----',
  complete_task: '----',
  reject_task: '----',
  bash_kill: '---o',
  write_file: '-di-',
  apply_patch: '-d--',
  move_file: '-d--',
  delete_file: '-d--',
  undo_file: '-d--',
  undo_turn: '-d--',
  redo: '-d--',
  bash: '-d-o',
  run_code: '-d-o',
  run_tests: '-d-o',
  format_code: '-dio',
  install_package: '-d-o',
  git_branch: '-d-o',
  git_commit: '-d-o',
  git_push: '-d-o',
  // A fetch may send data with POST.
  web_fetch: '-d-o',
  capture_screenshot: '-d-o',
  spawn_agent: '-d-o',
  call_tool: '-d-o',
};

it('what clients are told of a tool is what its calls can do', async () => {
  const spawner = () => ({ types: () => [], spawn: () => Promise.reject(new Error('none')) });
  const { gate } = await openGate({}, { policy: 'privileged', spawner });
  await gate.registry.ready();
  const told = gate.registry.catalogue().map(({ name, hints }) => {
    const { readOnly, destructive, idempotent, openWorld } = hints;
    const marks = [readOnly && 'r', destructive && 'd', idempotent && 'i', openWorld && 'o'];
    return [name, marks.map(mark => mark || '-').join('')];
  });
  const known = Object.fromEntries(told);
  expect(known).toEqual(Object.fromEntries(told.map(([name]) => [name, HINTS[name!]])));
  expect(Object.keys(HINTS).sort()).toEqual([...builtInToolNames().names()].filter(name => HINTS[name]).sort());
  expect(told.length).toBeGreaterThan(35);
});
