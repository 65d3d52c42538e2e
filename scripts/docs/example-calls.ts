/** A sensible call of each tool, in the workspace of `SAMPLE_FILES`. A tool that is not here gets one from its schema. */
export const EXAMPLES: Readonly<Record<string, object>> = {
  read_file: { path: 'README.md', limit: 20 },
  write_file: { path: 'docs/plan.md', content: '# Plan\n', createDirs: true },
  edit_file: { path: 'src/price.ts', old_text: 'const vat = 0.19;', new_text: 'const vat = 0.2;' },
  apply_patch: {
    patch: `*** Begin Patch
*** Update File: src/price.ts
@@
-const vat = 0.19;
+const vat = 0.2;
*** End Patch`,
  },
  delete_file: { path: 'src/old.ts' },
  move_file: { from: 'src/old.ts', to: 'src/tax.ts' },
  list_directory: { path: 'src' },
  glob: { pattern: '**/*.ts' },
  grep: { pattern: 'vat', glob: '*.ts', context: 2 },
  get_file_info: { path: 'src/price.ts' },
  undo_file: { path: 'src/price.ts' },
  undo_turn: {},
  redo: {},
  list_changes: { limit: 5 },
  bash: { command: 'ls src' },
  bash_output: { job: 'job-1' },
  bash_kill: { job: 'job-1' },
  run_code: { language: 'python', code: 'print(6 * 7)' },
  web_fetch: { url: 'https://docs.example.org/guide' },
  web_search: { query: 'node sqlite backup' },
  git_status: {},
  git_diff: { paths: ['src'] },
  git_log: { limit: 5, files: true },
  git_commit: { message: 'Raise the price', all: true },
  git_push: {},
  git_branch: { action: 'create', name: 'prices', switch: true },
  search_code: { query: 'where is the price computed' },
  run_tests: { path: 'src' },
  format_code: { paths: ['src'] },
  install_package: { packages: ['zod@^4'] },
  capture_screenshot: { mode: 'page', url: 'https://docs.example.org/', outputPath: 'page.png' },
  analyze_image_ui_qa: { imagePath: 'shop.png', context: 'The list of prices' },
  list_tasks: { status: ['ready'] },
  get_task: { id: 'tests' },
  create_task: { title: 'Write the tests of src/price.ts', label: 'price-tests', depends_on: ['tests'] },
  complete_task: { id: 'tests' },
  reject_task: { id: 'tests', reason: 'The rounding is not tested' },
  submit_result: { id: 'tests', result: 'Six tests in src/price.test.ts, all pass' },
  task_update: { id: 'tests', status: 'failed', reason: 'No longer needed' },
  todowrite: { todos: [{ content: 'Read src/price.ts', status: 'in_progress' }] },
  todoread: {},
  spawn_agent: { agentType: 'explorer', prompt: 'Where is the price computed? Give paths and lines.' },
  find_tools: { query: 'search issues' },
  call_tool: { name: 'read_file', args: { path: 'README.md' } },
};

export const SAMPLE_FILES: Readonly<Record<string, string>> = {
  'README.md': '# Shop\n',
  'package.json': '{ "name": "shop", "scripts": { "test": "node --test" } }\n',
  'src/price.test.ts': "import test from 'node:test';\n\ntest('prices', () => {});\n",
  'src/price.ts': 'const vat = 0.19;\nexport const price = (net: number) => net * (1 + vat);\n',
  'src/old.ts': 'export {};\n',
};
