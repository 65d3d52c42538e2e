import type { RecordedSet } from '../../src/tool/history.ts';
import { linkTo, useRoute } from '../core/route.ts';
import { LineCount } from '../diff/file-diff.tsx';
import { Badge } from '../parts/badge.tsx';
import { Plain, readable } from '../parts/plain.tsx';
import { Time } from '../parts/time.tsx';

const MOST = 3;

const STATUS: Readonly<Record<Exclude<RecordedSet['status'], 'committed'>, string>> = {
  intent: 'being written',
  rolled_back: 'not written',
  planned: 'planned',
  pending: 'kept aside',
};

/** One call's changes in two lines. */
export function SetLine({ set, open }: { readonly set: RecordedSet; readonly open: boolean }) {
  const { search } = useRoute();
  const paths = set.changes.slice(0, MOST).map(({ path }) => readable(path));
  const more = set.changes.length - paths.length;
  return (
    <a className="row tall" href={linkTo('changes', set.id, search)} aria-current={open ? 'true' : undefined}>
      <span className="row-head">
        <span className="row-title">
          <Plain text={set.title} />
        </span>
        <SetBadges set={set} />
        <Time at={set.at} />
      </span>
      <span className="row-more">
        <span className="last">
          {paths.join(', ')}
          {more > 0 && ` and ${more} more`}
        </span>
        <LineCount
          added={set.changes.reduce((sum, change) => sum + change.added, 0)}
          removed={set.changes.reduce((sum, change) => sum + change.removed, 0)}
        />
      </span>
    </a>
  );
}

export function SetBadges({ set }: { readonly set: RecordedSet }) {
  return (
    <>
      {set.undone && <Badge tone="quiet">taken back</Badge>}
      {set.status !== 'committed' && <Badge tone="warn">{STATUS[set.status]}</Badge>}
    </>
  );
}
