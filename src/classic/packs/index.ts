export type { QAFinding, QAReport } from '../../packs/vision-analysis/report.ts';
export { createPolicy } from '../../policy/create/create-policy.ts';
export type { RuntimePolicy } from '../../policy/types.ts';
export {
  assertToolPackAllowed,
  type ExtensionManifest,
  parseToolPackManifest,
  RISK_PROFILES,
  type RiskProfile,
  type ToolPackManifest,
  toExtensionManifestFromToolPack,
} from '../../registry/manifest.ts';
export type { ToolDefinition } from '../shared/tool-definition.ts';
export {
  type AgentTypeDefinition,
  createStaticRegistry as createDefaultToolRegistry,
  type LLMProvider,
  type SpawnAgentToolDeps,
  type TaskToolsDeps,
} from './create-static-registry.ts';
export {
  analyzeImageTool,
  captureScreenshotTool,
  editFileTool,
  listFilesTool,
  readFileTool,
  spawnAgentTool,
} from './single-tools.ts';
export { type PackRegistry as ToolRegistry, StaticToolRegistry } from './static-registry.ts';
