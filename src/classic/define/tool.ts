export type { Attachment, Metadata } from '../../tool/context.ts';
export {
  defineTool as define,
  type InitInfo as Info,
  type StaticDefinition as Initialized,
  type TitledResult as Result,
  type ToolContext as Context,
  type ToolInitContext as InitContext,
  type ToolSource as Definition,
} from './define-tool.ts';
