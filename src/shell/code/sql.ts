import { type JudgedCommand, mild, risk } from '../state/run.ts';

const LOOKS =
  /^\s*(?:--[^\n]*\n\s*)*(?:select|explain|show|describe|desc|values|with|pragma\s+\w+(?:\([^)]*\))?\s*$|\\[dlnzt+S]+\b|\\copy\s*\(\s*select[^;]*\)\s*to\s+(?!program)|\\(?:conninfo|timing|x|q|encoding)|\.(?:tables|schema|dump|indexes|indices|headers|mode|databases|dbinfo|width|help|stats|timer|fullschema|quit|exit|show|separator|nullvalue|lint)\b|begin\b|commit\b|rollback\b|use\b|set\s+(?:search_path|names|statement_timeout)\b)/i;
/** Statements that throw rows or tables away as a whole. */
const DESTROYS =
  /\bdrop\s+(?:table|database|schema)\b|\btruncate\b|\bdelete\s+from\b(?![\s\S]*\bwhere\b)|\bdrop\s+column\b/i;
const CHANGES = /\b(?:insert|update|delete|merge|into)\b/i;
const ESCAPES =
  /\\!|\bpg_(?:read|ls|stat)_\w*file|\blo_(?:import|export)|load_extension|load_file\s*\(|into\s+(?:out|dump)file|\.(?:shell|system|load|excel|open\s+\/)\b|\.(?:import|once|output)\s+["']?\||\bxp_cmdshell|\bedit\s*\(|\b(?:write|read)file\s*\(|\\[og]\s*\||create\s+(?:extension|language|role|user)|alter\s+(?:system|role|user)|\bto\s+'(?:s3|https?|gcs|gs|az|r2):|\bgrant\b|\brevoke\b/i;

/** Judges what SQL text does to a database; `local` where the database is a file that can be taken back. */
export function judgeSql(run: JudgedCommand, text: string, local: boolean): undefined {
  if (ESCAPES.test(text) || (/\bcopy\b/i.test(text) && /\bprogram\b/i.test(text)))
    return risk(run, 'leaves the database: runs a program, reads or writes files, or changes rights');
  const statements = text.split(';').filter(one => one.trim() !== '' && (!LOOKS.test(one) || CHANGES.test(one)));
  if (statements.some(one => DESTROYS.test(one))) risk(run, 'throws data of a database away');
  else if (statements.length > 0 && local) mild(run, 'changes a database');
  else if (statements.length > 0) risk(run, 'changes a database outside the workspace');
}
