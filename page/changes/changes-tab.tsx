import { FileDiff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ChangeList } from '../../src/console/api.ts';
import type { RecordedSet } from '../../src/tool/history.ts';
import { query, request } from '../core/request.ts';
import { goTo, linkTo, useRoute } from '../core/route.ts';
import { useAction } from '../core/use-action.ts';
import { useKept } from '../core/use-kept.ts';
import { useListKeys } from '../core/use-list-keys.ts';
import { useResource } from '../core/use-resource.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Split } from '../parts/split.tsx';
import { FileTimeline } from './file-timeline.tsx';
import { byFile, byTurn, canRedo } from './group-sets.ts';
import { PendingSets } from './pending-sets.tsx';
import { SetDetail } from './set-detail.tsx';
import { SettleResult } from './settle-result.tsx';
import { TurnTimeline } from './turn-timeline.tsx';
import { hasResult, type Undo, UndoResult, useUndo } from './undo.tsx';
import { useSettle } from './use-settle.ts';

const PAGE = 100;

export function ChangesTab() {
  const { id, search } = useRoute();
  const path = search.get('path') ?? '';
  const [form, setForm] = useKept('changes', 'by turn');
  const list = useResource<ChangeList>(`/changes${query({ path, limit: PAGE })}`, 'changes');
  const older = useOlder(path, list.data);
  const undo = useUndo();
  const settle = useSettle();
  const sets = older.sets;
  useForgotten(id, undo);
  useListKeys({
    ids: () => {
      const groups = form === 'by file' ? byFile(sets) : byTurn(sets);
      const shown = [...(list.data?.pending ?? []), ...groups.flatMap(group => group.sets)];
      return [...new Set(shown.map(set => set.id))];
    },
    open: id,
    link: each => linkTo('changes', each, search),
    back: linkTo('changes', undefined, search),
    search: 'changes-path',
  });
  const rows = (
    <>
      <search className="bar" aria-label="Filter changes">
        <fieldset className="switch">
          <legend className="unseen">How changes are grouped</legend>
          {['by turn', 'by file'].map(each => (
            <button key={each} type="button" aria-pressed={form === each} onClick={() => setForm(each)}>
              {each}
            </button>
          ))}
        </fieldset>
        <PathFilter path={path} />
        {canRedo(sets) && (
          <button type="button" disabled={undo.running} onClick={() => void undo.redo()}>
            Redo the last undo
          </button>
        )}
      </search>
      <div className="scroll">
        {id === undefined && <UndoResult undo={undo} />}
        {id === undefined && <SettleResult settle={settle} />}
        <FailureNote failure={list.failure} />
        <PendingSets sets={list.data?.pending ?? []} open={id} settle={settle} />
        {list.data && sets.length === 0 && (
          <EmptyState icon={FileDiff} title={path ? 'No changes there' : 'No changes yet'}>
            What is written is shown here as a diff, with the way back.
          </EmptyState>
        )}
        {form === 'by file' ? (
          <FileTimeline sets={sets} undo={undo} open={id} />
        ) : (
          <TurnTimeline sets={sets} undo={undo} open={id} />
        )}
        {older.more && (
          <p className="end">
            <button type="button" disabled={older.running} onClick={older.load}>
              Load older changes
            </button>
          </p>
        )}
      </div>
    </>
  );
  // What an undo of a whole turn did is not told under the name of the set that happens to be open.
  const ofOthers = hasResult(undo) && undo.asked?.about !== id;
  const detail = ofOthers ? <UndoResult undo={undo} /> : id && <SetDetail key={id} {...{ id, undo, settle }} />;
  return (
    <Split
      list={rows}
      detail={id === undefined ? undefined : detail}
      back={linkTo('changes', undefined, search)}
      of={id}
      label="The change"
    />
  );
}

/** What an undo came to is shown where it was asked for, until something else is opened. */
function useForgotten(id: string | undefined, undo: Undo): void {
  const before = useRef(id);
  useEffect(() => {
    if (before.current !== id) undo.clear();
    before.current = id;
  }, [id]);
}

function PathFilter({ path }: { readonly path: string }) {
  const [text, setText] = useState(path);
  return (
    <form
      className="grow"
      onSubmit={event => {
        event.preventDefault();
        goTo(linkTo('changes', undefined, text.trim() === '' ? {} : { path: text.trim() }));
      }}
    >
      <input
        id="changes-path"
        aria-label="Only this path"
        placeholder="only this path"
        value={text}
        spellCheck={false}
        onChange={event => setText(event.target.value)}
      />
    </form>
  );
}

/** The newest page is kept fresh by events; older ones are added when asked for. */
function useOlder(path: string, list: ChangeList | undefined) {
  const [pages, setPages] = useState<{ path: string; sets: readonly RecordedSet[]; next?: string | undefined }>();
  const action = useAction<ChangeList>();
  const mine = pages?.path === path ? pages : undefined;
  const next = mine ? mine.next : list?.next;
  const load = async () => {
    const page = await action.run(() => request(`/changes${query({ path, before: next, limit: PAGE })}`));
    if (page) setPages({ path, sets: [...(mine?.sets ?? []), ...page.sets], next: page.next });
  };
  const newest = list?.sets ?? [];
  const known = new Set(newest.map(set => set.id));
  const sets = [...newest, ...(mine?.sets ?? []).filter(set => !known.has(set.id))];
  return { sets, more: next !== undefined, running: action.running, load: () => void load() };
}
