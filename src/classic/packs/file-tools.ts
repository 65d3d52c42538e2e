import { builtInTools } from '../shared/built-in.ts';
import { LateGate } from '../shared/late-gate.ts';
import { builtInDefinition, runBy, type ToolDefinition } from '../shared/tool-definition.ts';

const tools = builtInTools(['read_file', 'list_files', 'edit_file', 'capture_screenshot', 'analyze_image_ui_qa']);
const gate = new LateGate({}, { builtIn: tools });

/** Single tools, over one gate on the workspace of the process. */
export const [readFileTool, listFilesTool, editFileTool, captureScreenshotTool, analyzeImageTool] = tools.map(tool =>
  builtInDefinition(tool, runBy(gate)),
) as [ToolDefinition, ToolDefinition, ToolDefinition, ToolDefinition, ToolDefinition];
