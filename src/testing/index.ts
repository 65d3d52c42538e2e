export { generateArguments } from './generate-arguments.ts';
export type { TextVocabulary as Vocabulary } from './generate-text.ts';
export {
  type ScriptedAnswer,
  type ScriptedLanguageModel,
  type ScriptedReply,
  scriptedLanguageModel,
} from './scripted-language-model.ts';
export {
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedStep,
  type ScriptedTurn,
  scriptedModel,
} from './scripted-model.ts';
export { type Random, seededRandom } from './seeded-random.ts';
export { type Difference, difference, type Snapshot, type SnapshotEntry } from './snapshot.ts';
export { type TemporaryWorkspace, type TemporaryWorkspaceOptions, temporaryWorkspace } from './temporary-workspace.ts';
export type { Check, Finding } from './verify/findings.ts';
export { assertTool, type Verification, type VerifyOptions, verifyTool } from './verify-tool.ts';
