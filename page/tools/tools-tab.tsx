import { useState } from 'react';
import type { ToolEntry, ToolList } from '../../src/console/api.ts';
import { linkTo, useRoute } from '../core/route.ts';
import { useListKeys } from '../core/use-list-keys.ts';
import { useResource } from '../core/use-resource.ts';
import { Badge } from '../parts/badge.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Plain, readable } from '../parts/plain.tsx';
import { Split } from '../parts/split.tsx';
import { counted } from '../parts/time.tsx';
import { ToolDetail } from './tool-detail.tsx';

export function ToolsTab({ root }: { readonly root: string }) {
  const { id } = useRoute();
  const { data, failure } = useResource<ToolList>('/tools', 'tools');
  const [text, setText] = useState('');
  const all = data?.tools ?? [];
  const tools = all.filter(tool => matches(tool, text));
  const packs = [...Map.groupBy(tools, ({ pack }) => pack)].sort(([a], [b]) => a.localeCompare(b));
  const open = all.find(tool => tool.name === id);
  useListKeys({
    ids: () => packs.flatMap(([, each]) => each.map(tool => tool.name)),
    open: id,
    link: each => linkTo('tools', each),
    back: linkTo('tools'),
    search: 'tools-search',
  });
  const list = (
    <>
      <search className="bar" aria-label="Search tools">
        <input
          id="tools-search"
          className="grow"
          type="search"
          aria-label="Search tools"
          placeholder="Search by name or by what it does"
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <span className="hint">{data ? counted(tools.length, 'tool') : 'Loading…'}</span>
      </search>
      <div className="scroll">
        <FailureNote failure={failure} />
        {data && tools.length === 0 && <p className="empty">No tool has that in its name or in what it does.</p>}
        {packs.map(([pack, each]) => (
          <section key={pack} aria-label={`Pack ${pack}`}>
            <h2>
              <Plain text={pack} />
              {each[0]?.risk !== undefined && <span className="hint"> {each[0].risk}</span>}
            </h2>
            <ul className="rows">
              {each.map(tool => (
                <li key={tool.name}>
                  <a
                    className="row tall"
                    href={linkTo('tools', tool.name)}
                    aria-current={tool.name === id ? 'true' : undefined}
                  >
                    <span className="row-head">
                      <code className="row-title">{readable(tool.name)}</code>
                      {tool.trust === 'untrusted' && <Badge tone="warn">untrusted</Badge>}
                    </span>
                    <span className="row-more">
                      <span className="last">
                        <Plain text={tool.description} />
                      </span>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
  const detail = open && <ToolDetail key={open.name} tool={open} root={root} />;
  return <Split list={list} detail={detail} back={linkTo('tools')} of={id} label="The tool" />;
}

function matches(tool: ToolEntry, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [tool.name, tool.pack, tool.description, ...tool.aliases].join(' ').toLowerCase();
  return words.every(word => all.includes(word));
}
