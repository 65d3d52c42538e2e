import { isSecretName } from '../../judge/secrets.ts';
import { doubtOptions, type JudgedCommand, mild, risk, tellsVariables } from '../../state/run.ts';
import { ENDLESS } from '../../state/shell.ts';
import { SOME, type Word } from '../../state/value.ts';

/** Judges a filter of jq or yq, which may also print the environment or load files. */
export function judgeFilter(run: JudgedCommand): undefined {
  for (const value of run.values) {
    const named = /(?:\$ENV\.|\benv\.|\b(?:str)?env\()["']?(\w+)/.exec(value)?.[1];
    if (named !== undefined && !isSecretName(named)) continue;
    if (/\$ENV\b|(?:^|[\s|(,])(?:str)?env(?:[\s|),(]|$)/.test(value))
      tellsVariables(run, 'prints variables, secrets too');
    if (/\bload\w*\(/.test(value)) mild(run, 'loads another file');
  }
}

/** Options of exiftool, whose names of tags are written as options too, in capitals. */
const EXIF_OPTIONS =
  /^(?:--?(?:[A-Z][\w:-]*[#+]?|all|exif:\w+|iptc:\w+|xmp:\w+|gps\w*:?\w*)|-(?:a|b|c|d|e|ext|f|g\d*|G\d*|h|i|j|json|csv|l|n|q|r|s\d?|S|t|T|u|U|v\d?|z|x|ver|fast\d?|list|listx|m|ee|charset|coordFormat|dateFormat|sort|struct|progress|overwrite_original|if|config|userparam)|-\w+[+<-]?=.*)$/;

export function judgeExif(run: JudgedCommand): undefined {
  doubtOptions(run, EXIF_OPTIONS);
  const values = run.values;
  if (values.some(value => /^-(?:config|if|userparam|p|api|ee|stay_open|execute|@|w|textout)\b/i.test(value)))
    values.some(value => /^-(?:config|if|userparam)$/i.test(value))
      ? risk(run, 'runs code')
      : mild(run, 'reads or writes more');
  else if (values.some(value => /^-\w+.*=/.test(value) || value === '-overwrite_original')) mild(run, 'changes files');
}

export function readsClipboard(run: JudgedCommand): undefined {
  const shows = run.values.some(value => /^-{1,2}o(?:ut|utput)?$/.test(value));
  const writes = !shows && (run.args.length === 0 || run.values.some(value => /^-{1,2}(?:i|in|input|sel)/.test(value)));
  if (writes && run.stdin && run.name.startsWith('x')) mild(run, 'changes the clipboard');
  else risk(run, 'reads the clipboard');
}

/** The names that `ls *.log` tells, by its pattern; of a folder, all names in it. */
export function listed(operands: readonly Word[], hidden: boolean): readonly string[] {
  const files = operands.length > 0 && operands.every(({ value }) => value.includes(SOME) && /\.\w+$/.test(value));
  if (files) return operands.map(({ value }) => value);
  return hidden ? [`.${SOME}`, SOME] : [SOME];
}

export function fileStream(run: JudgedCommand, value: string): JudgedCommand['output'] {
  if (/^\/dev\/(?:zero|full|u?random)$/.test(value)) return ENDLESS;
  const path = value.startsWith('/') ? value : `${run.shell.cwd ?? ''}/${value}`;
  const made = run.shell.session.made.get(path);
  if (made) return made.network ? { kind: 'data', network: true } : { kind: 'text', value: made.content };
  return { kind: 'file', path: value };
}

export function dirname(value: string): string {
  if (/[\uE001-\uE003]/.test(value)) return value.startsWith('/') ? value : SOME;
  const slash = value.lastIndexOf('/');
  if (slash < 0) return '.';
  return slash === 0 ? '/' : value.slice(0, slash);
}
