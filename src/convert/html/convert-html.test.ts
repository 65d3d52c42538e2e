import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convertHtml, type HtmlFormat } from './convert-html.ts';

const read = (name: string, format: HtmlFormat = 'markdown') => {
  const html = readFileSync(new URL(`../../../test/cases/pages/${name}.page`, import.meta.url), 'utf8');
  return convertHtml({ html, url: 'https://site.example/a/b', format });
};

const write = (html: string, format: HtmlFormat = 'markdown') =>
  convertHtml({ html, url: 'https://site.example/a/b', format }).text;

describe('pages as they are on the web', () => {
  it('converting keeps the code of a documentation page, with its language, also in closed tabs', () => {
    const { text, title } = read('docs');
    expect(title).toBe('Streams | Rill Documentation');
    for (const command of ['npm install rill', 'pnpm add rill', 'yarn add rill'])
      expect(text).toContain(`\`\`\`bash\n${command}\n\`\`\``);
    expect(text).toContain("```typescript\nimport { from } from 'rill';\n\nconst stream");
    expect(text).toContain('  if (value < 3 && value !== 2) console.log(`got $');
    expect(text).toContain('| `onDrop` | function \\| null | null | Told of each value that was dropped |');
    expect(text).toContain('1. The source is opened.\n   - With a signal, it is watched.\n2. Values are pulled.');
    expect(text).toContain('[create a stream](https://site.example/start#install)');
    expect(text).toContain('(https://example.org/spec/streams?v=2#pull)');
  });

  it('converting leaves out what surrounds the content', () => {
    const { text } = read('docs');
    for (const noise of [
      'Sign in',
      'Getting started',
      'Privacy',
      'Copy',
      '__DATA__',
      'display:flex',
      'Search the docs',
    ])
      expect(text).not.toContain(noise);
  });

  it('converting keeps every cell of every table, spans and lists in cells too', () => {
    const { text } = read('tables');
    expect(text).toContain('| Name | Size | Size | Price |\n| --- | --- | --- | --- |');
    expect(text).toContain('| [Laser \\| ILCA 7](https://site.example/wiki/Laser) | 4.23 | 1.37 | 7,900 |');
    expect(text).toContain('for children under 15');
    expect(text).toMatch(/\| 470 \| 2 \| .*helm.*crew on trapeze.* \|/);
    expect(text).not.toMatch(/\|.*only there for its looks/);
  });

  it('converting gives an article without its clutter', () => {
    const { text } = read('blog');
    expect(text).toContain('flat at **40 ms** for a year; it went to *nine seconds*');
    expect(text).toContain('> A queue is a table with a clock in it.');
    expect(text).toContain('[post on locks](https://site.example/posts/2025/locks)');
    expect(text).toContain('```sql\nSELECT id FROM jobs\n');
    expect(text).toContain('![Latency before and after](https://site.example/img/latency.png)');
    expect(text).toContain("neighbour's cat");
    for (const noise of ['cookies', 'Subscribe', 'Jobs', 'Ten things']) expect(text).not.toContain(noise);
  });

  it('converting keeps all posts of a forum', () => {
    const { text } = read('forum');
    for (const part of [
      'My program crashes',
      '```c\nchar *p = buf;',
      'char *grown',
      'address sanitizer',
      'that was it',
    ])
      expect(text).toContain(part);
  });

  it('converting keeps every entry of lists, with its link', () => {
    const listing = read('listing').text;
    for (let at = 1; at <= 12; at++) expect(listing).toContain(`(https://site.example/p/${at})`);
    expect(listing).toContain('EUR 79.00');
    const news = read('news').text;
    expect(news).toContain('## [Harbour bridge closed for repairs](https://site.example/n/1)');
    expect(news).toContain('A decision is due on Friday.');
  });

  it('converting says what a shell of scripts has to say, and counts no words', () => {
    const { text, words } = read('spa');
    expect(text).toContain('enable JavaScript');
    expect(words).toBe(0);
  });

  it('converting keeps scripts that run from right to left', () => {
    const { text, title } = read('rtl');
    expect(title).toBe('دليل القهوة');
    expect(text).toContain('[إبريق](https://site.example/ar/ibrik)');
    expect(text).toContain('| تركية | ٤ دقائق |');
  });

  it('converting names the frames of a page of frames', () => {
    const { text } = read('frames');
    expect(text).toContain('[frame: main](https://site.example/a/chapters/ch1.html)');
    expect(text).toContain('[the contents](https://site.example/a/toc.html)');
  });

  it('converting reads broken HTML as browsers do', () => {
    const { text, title } = read('broken');
    expect(title).toBe('Notes from the field');
    expect(text).toContain('# Notes from the field\n\nFirst paragraph');
    expect(text).toContain('Second & third © 2026');
    expect(text).toContain('[link without quotes](https://site.example/a/page2.htm)');
    expect(text).toContain('| one | two |\n| --- | --- |\n| three | four |');
    expect(text).toContain('- apple\n- pear\n- plum');
    expect(text).toContain('  keep   the\n    spaces');
    expect(text).toContain('Last words');
  });

  it('converting knows the language of code by the ways that sites say it', () => {
    const { text } = read('reference');
    expect(text).toContain('```js\nat(index)\n```');
    expect(text).toContain('```python\ndef last(items):\n    return items[-1]\n```');
    expect(text).toContain('**`index`**\n: Zero-based index');
    expect(text).not.toContain('javascript:');
    expect(text).not.toContain('base64');
  });
});

describe('what is written', () => {
  it('a page is plain text where that is asked for', () => {
    const text = write('<h1>A</h1><p>See <a href="/x">this <b>page</b></a></p><ul><li>one</ul>', 'text');
    expect(text).toBe('A\n\nSee this page\n\n- one');
  });

  it('a page is the main HTML where that is asked for, with whole addresses', () => {
    const page =
      '<nav><a href="/">Home</a></nav><main><p>Words with <a href="../x">a link</a> and <a href="javascript:y()">a script</a></p></main>';
    const html = write(page, 'html');
    expect(html).toContain('<a href="https://site.example/x">a link</a>');
    expect(html).not.toContain('javascript');
  });

  it('converting counts addresses from the base that a page names', () => {
    expect(write('<head><base href="/docs/"></head><body><p>Go to <a href="y">the y</a></p>')).toContain(
      'https://site.example/docs/y',
    );
  });

  it('converting closes no fence too early', () => {
    expect(write('<p>Code:</p><pre>a\n```\nb</pre>')).toContain('````\na\n```\nb\n````');
  });

  it('converting keeps a link that stands round a heading and its text', () => {
    expect(write('<a href="/p"><h3>Name</h3><p>Words</p></a>')).toBe('### [Name](https://site.example/p)\n\nWords');
  });

  it('converting parts what only its looks part', () => {
    expect(write('<p><a href="/a">A</a><a href="/b">B</a></p>')).toBe(
      '[A](https://site.example/a) [B](https://site.example/b)',
    );
  });

  it('converting keeps terms with what they mean, in groups and in one another, and the code in them', () => {
    const nested =
      '<dl><dt>class <em>A</em>(x)<a href="#a">¶</a></dt><dd><p>First.</p><p>Second.</p><dl><dt>Raises</dt><dd>no</dd></dl>' +
      '<pre><code class="language-python">a\n\n\nb</code></pre></dd></dl>';
    expect(write(nested)).toBe(
      'class *A*(x)\n: First.\n\n  Second.\n\n  **Raises**\n  : no\n\n  ```python\n  a\n\n\n  b\n  ```',
    );
    const grouped = '<dl><div><dt>Host</dt><dd>a.example</dd></div><div><dt>Port</dt><dd>443</dd></div></dl>';
    expect(write(grouped)).toBe('**Host**\n: a.example\n**Port**\n: 443');
  });

  it('converting keeps code as it is, wherever it stands', () => {
    const code = 'a:\n\n\n- b';
    expect(write(`<ol><li>One<pre>${code}</pre></li></ol>`)).toBe('1. One\n\n   ```\n   a:\n\n\n   - b\n   ```');
    expect(write(`<blockquote><pre>${code}</pre></blockquote>`)).toBe('> ```\n> a:\n>\n>\n> - b\n> ```');
    expect(write('<table><tr><th>A</th><th>B</th></tr><tr><td><pre>x\ny</pre></td><td>z</td></tr></table>')).toContain(
      '| `x y` | z |',
    );
    expect(write(`<pre>${' '.repeat(300_000)}x</pre><p>${'\u00a0'.repeat(100_000)}y</p>`)).toContain('y');
  });

  it('converting keeps what stands where it should not: in a list, behind the end of the page', () => {
    expect(write('<ul><li>one</li>between<li>two</li><ul><li>below</li></ul></ul>')).toBe(
      '- one\nbetween\n- two\n  - below',
    );
    expect(write('<html><body><p>One</p></body></html><body class="x"><p>Two</p></body><p>Three</p>')).toBe(
      'One\n\nTwo\n\nThree',
    );
  });

  it('converting leaves out the numbers of lines', () => {
    const html =
      '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td><pre>a = 1\nb = 2</pre></td></tr></table>';
    expect(write(html)).toBe('```\na = 1\nb = 2\n```');
  });

  it.each([
    ['<pre class="hljs language-go">x</pre>', 'go'],
    ['<pre lang="yaml"><code>x</code></pre>', 'yaml'],
    ['<div class="highlight highlight-source-shell"><pre>x</pre></div>', 'shell'],
    ['<pre class="sourceCode julia">x</pre>', 'julia'],
    ['<pre class="brush: perl; gutter: false">x</pre>', 'perl'],
  ])('converting knows the language of %s', (html, language) => {
    expect(write(`<p>Code follows here.</p>${html}`)).toContain(`\`\`\`${language}\nx\n`);
  });

  it('converting keeps formulas, however they are hidden beside their picture', () => {
    const html =
      '<p>Force <span style="display: none"><math alttext="{\\displaystyle F=ma}"></math></span><img aria-hidden="true" src="/f.svg" alt="x">' +
      ' and <script type="math/tex; mode=display">x^2</script></p>';
    expect(write(html)).toBe('Force $F=ma$ and $$x^2$$');
  });

  it('converting keeps check marks, numbers and notes', () => {
    const html =
      '<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li></ul><ol start="3"><li>c</li><li value="7">g</li></ol>' +
      '<aside class="docs-aside--tip"><p>Mind the gap.</p></aside>';
    expect(write(html)).toBe('- [x] done\n- [ ] open\n\n3. c\n7. g\n\nMind the gap.');
  });

  it('converting leaves out what asks for consent, and no page on cookies that are baked', () => {
    const words = 'Mix flour, sugar and ginger, and bake it for ten minutes. '.repeat(3);
    const text = write(
      '<div class="cookie-banner"><p>This website uses cookies.</p><a class="btn" href="#">OK</a></div>' +
        `<div class="cookie-list"><h2>Ginger cookies</h2><p>${words}</p></div>`,
    );
    expect(text).toContain('Ginger cookies');
    expect(text).toContain('ten minutes');
    expect(text).not.toContain('website');
  });

  it('converting parts labels that only their looks part, and no words', () => {
    const simply = (html: string) => convertHtml({ html, url: 'https://a.example/', format: 'markdown', simply: true });
    expect(simply('<p><span class="price">29.99</span><span class="stars">4.5 stars</span></p>').text).toBe(
      '29.99 4.5 stars',
    );
    expect(simply('<p><span class="a">H</span><span class="b">ello</span></p>').text).toBe('Hello');
  });

  it('converting keeps a page that is nothing but links', () => {
    expect(write('<nav><ul><li><a href="/a">Alpha</a><li><a href="/b">Beta</a></ul></nav>')).toContain(
      '[Beta](https://site.example/b)',
    );
  });
});
