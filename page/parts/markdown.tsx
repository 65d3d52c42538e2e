import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { readable } from '../core/readable.ts';

/**
 * What a model wrote, with the form that it meant. Nothing of it is code of the page: links are text that names its address,
 * images their description, and HTML stands there as it is.
 */
export function Markdown({ text }: { readonly text: string }) {
  return <div className="markdown">{blocks(lexer(readable(text)))}</div>;
}

const each = (tokens: readonly Token[], draw: (token: Token) => ReactNode): ReactNode =>
  tokens.map((token, index) => <Fragment key={`${index} ${token.type}`}>{draw(token)}</Fragment>);

const blocks = (tokens: readonly Token[]): ReactNode => each(tokens, block);
const inline = (tokens: readonly Token[] | undefined): ReactNode => each(tokens ?? [], span);

function block(token: Token): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      // The page has its own levels.
      return <p className="markdown-head">{inline(token.tokens)}</p>;
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{blocks(token.tokens ?? [])}</blockquote>;
    case 'list':
      return list(token as Tokens.List);
    case 'table':
      return table(token as Tokens.Table);
    case 'hr':
      return <hr />;
    case 'text':
      return token.tokens ? inline(token.tokens) : token.text;
    case 'paragraph':
      return <p>{inline(token.tokens)}</p>;
    default:
      return <p>{token.raw}</p>;
  }
}

function list({ items, ordered, start }: Tokens.List): ReactNode {
  const lines = items.map((item, index) => (
    <li key={`${index} ${item.raw.slice(0, 20)}`}>
      {item.task && (item.checked ? '[x] ' : '[ ] ')}
      {blocks(item.tokens.filter(({ type }) => type !== 'checkbox'))}
    </li>
  ));
  return ordered ? <ol start={Number(start || 1)}>{lines}</ol> : <ul>{lines}</ul>;
}

function table({ header, rows }: Tokens.Table): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          {header.map((cell, index) => (
            <th key={`${index} ${cell.text}`} scope="col">
              {inline(cell.tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={`${index} ${row[0]?.text}`}>
            {row.map((cell, at) => (
              <td key={`${at} ${cell.text}`}>{inline(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function span(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens)}</strong>;
    case 'em':
      return <em>{inline(token.tokens)}</em>;
    case 'del':
      return <del>{inline(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
    case 'image':
      return (
        <>
          {token.type === 'link' ? inline(token.tokens) : token.text}
          {token.href !== token.text && <span className="hint"> ({token.href})</span>}
        </>
      );
    case 'escape':
      return token.text;
    case 'text':
      return token.tokens ? inline(token.tokens) : token.text;
    default:
      return token.raw;
  }
}
