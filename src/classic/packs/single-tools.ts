import { builtInTools } from '../shared/built-in.ts';
import { LateGate } from '../shared/late-gate.ts';
import { builtInDefinition, runBy, type ToolDefinition } from '../shared/tool-definition.ts';

const builtIn = builtInTools([
  'read_file',
  'list_files',
  'edit_file',
  'capture_screenshot',
  'analyze_image_ui_qa',
  'spawn_agent',
]);
const run = runBy(new LateGate({}, { builtIn }));
const [read, list, edit, capture, analyze, spawn] = builtIn.map(tool => builtInDefinition(tool, run));

// Single tools, over one gate on the workspace of the process; those that need a model say that none is configured.
export const readFileTool: ToolDefinition = read!;
export const listFilesTool: ToolDefinition = list!;
export const editFileTool: ToolDefinition = edit!;
export const captureScreenshotTool: ToolDefinition = capture!;
export const analyzeImageTool: ToolDefinition = analyze!;
export const spawnAgentTool: ToolDefinition = spawn!;
