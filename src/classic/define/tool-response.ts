/** What tools answered before they gave results with a title; kept for code that still reads it. */
export type ToolResponse<T = unknown> =
  | { success: true; result: T; message: string }
  | { success: false; error: string; message: string };
