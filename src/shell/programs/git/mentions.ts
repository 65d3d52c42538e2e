import type { JudgedCommand } from '../../state/run.ts';
import type { Word } from '../../state/value.ts';

/** Verbs that tell names, times and numbers of the files in their words, or take these away, and show no content. */
const TELLS_NAMES =
  /^(?:status|shortlog|describe|rev-parse|rev-list|ls-tree|ls-files|merge-base|name-rev|for-each-ref|show-ref|cherry|check-ignore|check-attr|check-ref-format|count-objects|var|show-branch|help|version|check-mailmap|rm|clean|reset|branch|tag|switch|remote|reflog|sparse-checkout)$/;
/** Verbs that carry content along and do not show the content. */
const CARRIES = /^(?:add|stage|mv|commit|checkout|restore|stash|update-index|lfs)$/;
const SHOWS = /^(?:-p|-u|--patch.*|-L.*|-c|--cc|--full-diff|-U.*|--unified.*|--word-diff.*|--stage|-s)$/;
const MESSAGE = /^(?:-[a-z]*m|--(?:message|author|date|trailer|grep|since|until|format|pretty))$/;
const MESSAGES = /^(?:-m.|--(?:message|author|date|trailer|grep|since|until|format|pretty)=)/;

/** Hands over words whose files are not shown; `rev:path` names content, whatever the verb. */
export function judgeGitMentions(run: JudgedCommand, verb: string, words: readonly Word[]): undefined {
  const told = words.some(({ value }) => SHOWS.test(value));
  const shows = verb === 'log' || verb === 'ls-files' ? told : !TELLS_NAMES.test(verb);
  const searched = verb === 'grep' ? words.find(({ value }) => value[0] !== '-') : undefined;
  run.carries = CARRIES.test(verb) && !words.some(({ value }) => /^(?:-F|--file)/.test(value));
  for (const [at, word] of words.entries()) {
    const message = MESSAGE.test(words[at - 1]?.value ?? '') || MESSAGES.test(word.value);
    const named = shows || /^[^/]*:./.test(word.value) || /^(?:-F|--file)/.test(words[at - 1]?.value ?? word.value);
    if (message || word === searched || !named) run.handed.push(word);
  }
}
