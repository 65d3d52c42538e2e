import { type BuiltIn, builtInTools } from '../shared/built-in.ts';
import { LateGate } from '../shared/late-gate.ts';
import { builtInDefinition, runBy, type ToolDefinition } from '../shared/tool-definition.ts';

const files = ['read_file', 'list_files', 'edit_file'] as const;
const builtIn = builtInTools([...files, 'capture_screenshot', 'analyze_image_ui_qa', 'spawn_agent']);
const run = runBy(new LateGate({}, { builtIn }));
const [read, list, edit, capture, analyze, spawn] = builtIn;
const alone = (tool: BuiltIn): ToolDefinition => builtInDefinition(tool, run);

// Single tools, over one gate on the workspace of the process; those that need a model say that none is configured.
export const readFileTool = alone(read);
export const listFilesTool = alone(list);
export const editFileTool = alone(edit);
export const captureScreenshotTool = alone(capture);
export const analyzeImageTool = alone(analyze);
export const spawnAgentTool = alone(spawn);
