/**
 * What few calls need, in files of its own, each of which is loaded when something of it is first used. What is used
 * together lies together: a commit and its way back, so that nothing is loaded halfway.
 */
export const SELDOM: Readonly<Record<string, readonly string[]>> = {
  changes: [
    'src/workspace/commit/(?!unclosed)',
    'src/workspace/change/(?!staging)',
    'src/workspace/undo/(?!history)',
    'src/workspace/plan/(?!plan|pending)',
    'src/workspace/(?:commit-staged|staged-diff)',
    'src/workspace/view/(?:stage|move|remove|seen|remember-written)',
    'src/workspace/disk/(?:write-new-file|copy-content|remove-below)',
    'src/pipeline/taint/(?:mark-written|private-content)',
    'node_modules/diff/',
  ],
  commands: [
    'src/workspace/layer/(?!jobs-place|kept/|before/folder-names)',
    'src/workspace/watch/',
    'src/pipeline/script/',
    'src/pipeline/result/condense/',
    'src/sandbox/(?!background-jobs|sweep-left)[a-z-]+\\.ts',
    'src/system/start-detached',
    'src/packs/shell/say-job',
  ],
  search: [
    'src/workspace/find/(?!scope)',
    'src/workspace/git/(?!named)',
    'src/workspace/view/(?:list|name-index)',
    'src/workspace/paths/(?:walk|near-names)',
    'src/registry/find/',
    'src/tool/glob/',
  ],
  edits: ['src/packs/filesystem/(?:place-text/(?!undecorate/)|patch/)'],
  questions: [
    'src/approval/(?!approvals|desk|request\\.)',
    'src/pipeline/ask/',
    'src/pipeline/run/(?:settle-rehearsal|rehearse)',
    'src/policy/rules/(?:suggest-rules|command-family)',
    'src/policy/describe',
    'src/schema/(?:words|example)/',
  ],
  repairs: [
    'src/tool/arguments/coerce/(?!object|attempt|source|repair|parse-json)',
    'src/tool/arguments/(?:check/explain-value|validate)',
    'node_modules/@cfworker/json-schema/dist/esm/(?:validate|deep-compare|ucs2)',
    'node_modules/jsonc-parser/',
  ],
  tasks: ['src/tasks/(?:decisions/|refusals)'],
  ajv: ['node_modules/@modelcontextprotocol/(?:client|server)/dist/ajvProvider'],
  foreign: [
    'src/tool/from/(?!from\\.)',
    'src/tool/base-tool',
    'src/store/memory/',
    'src/pipeline/origin/(?:parse-python|asks-for-change|result-values|addresses|text-print)',
  ],
};
