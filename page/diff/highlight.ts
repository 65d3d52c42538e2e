import type { Emitter } from 'highlight.js';
import { highlighter, type LanguageName } from './languages.ts';

/** A piece of a line with one colour. */
export interface Token {
  readonly text: string;
  /** What it is in its language, as `keyword` or `string`. */
  readonly scope?: string;
}

/** More is left without colours: it would take longer than anyone waits. */
const MOST = 200_000;

/** The tokens of each line of a text. Joined they are the text, whatever the language makes of it. */
export function highlightLines(text: string, language: LanguageName | undefined): readonly (readonly Token[])[] {
  const plain = () => text.split('\n').map(line => [{ text: line }]);
  if (language === undefined || text.length > MOST) return plain();
  try {
    const { _emitter } = highlighter.highlight(text, { language, ignoreIllegals: true });
    // What a person reads is what runs: a highlighter that stumbled and left something out is not believed.
    return _emitter instanceof LineEmitter && textOf(_emitter.lines) === text ? _emitter.lines : plain();
  } catch {
    return plain();
  }
}

const textOf = (lines: readonly (readonly Token[])[]): string =>
  lines.map(tokens => tokens.map(token => token.text).join('')).join('\n');

/** Collects what the highlighter finds as data, where it would make HTML. */
class LineEmitter implements Emitter {
  readonly lines: Token[][] = [[]];
  readonly #scopes: string[] = [];

  startScope(name: string): void {
    this.#scopes.push(name);
  }

  endScope(): void {
    this.#scopes.pop();
  }

  /** The same by the names that the highlighter uses itself. */
  openNode(name: string): void {
    this.startScope(name);
  }

  closeNode(): void {
    this.endScope();
  }

  addText(text: string): void {
    const scope = this.#scopes.at(-1);
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) this.lines.push([]);
      if (part !== '') this.lines.at(-1)!.push(scope === undefined ? { text: part } : { text: part, scope });
    }
  }

  __addSublanguage(emitter: Emitter): void {
    if (!(emitter instanceof LineEmitter)) return;
    for (const [index, line] of emitter.lines.entries()) {
      if (index > 0) this.lines.push([]);
      this.lines.at(-1)!.push(...line);
    }
  }

  finalize(): void {}

  toHTML(): string {
    return '';
  }
}

highlighter.configure({ __emitter: LineEmitter });
