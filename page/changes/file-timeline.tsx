import { Plain } from '../parts/plain.tsx';
import { byFile } from './group-sets.ts';
import { TimelineGroup, type TimelineProps } from './timeline-group.tsx';

export function FileTimeline({ sets, ...rest }: TimelineProps) {
  return (
    <ol className="timeline">
      {byFile(sets).map(({ path, sets: all }) => (
        <TimelineGroup
          key={path}
          {...rest}
          sets={all}
          head={
            <code>
              <Plain text={path} />
            </code>
          }
          action="Undo last change"
          label={`Undo the last change of ${path}`}
          body={{ path }}
        />
      ))}
    </ol>
  );
}
