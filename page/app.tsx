import { useEffect, useState } from 'react';
import type { ApprovalList, Overview } from '../src/console/api.ts';
import { AgentsTab } from './agents/agents-tab.tsx';
import { ApprovalsTab } from './approvals/approvals-tab.tsx';
import { useAnnouncement } from './approvals/use-announcement.ts';
import { ChangesTab } from './changes/changes-tab.tsx';
import type { RequestFailure } from './core/request.ts';
import { goTo, linkTo, useRoute } from './core/route.ts';
import { startConsole } from './core/start.ts';
import { TABS } from './core/tabs.ts';
import { useKept } from './core/use-kept.ts';
import { useKeys } from './core/use-keys.ts';
import { type Resource, useResource } from './core/use-resource.ts';
import { Guide } from './demo/guide.tsx';
import { FailuresTab } from './failures/failures-tab.tsx';
import { Header } from './frame/header.tsx';
import { KeyHelp } from './frame/key-help.tsx';
import { NoEntry } from './frame/no-entry.tsx';
import { Tabs } from './frame/tabs.tsx';
import { JobsTab } from './jobs/jobs-tab.tsx';
import { LiveTab } from './live/live-tab.tsx';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { PolicyTab } from './policy/policy-tab.tsx';
import { TasksTab } from './tasks/tasks-tab.tsx';
import { ToolsTab } from './tools/tools-tab.tsx';

export function App() {
  const [refused, setRefused] = useState<RequestFailure>();
  useEffect(() => {
    const controller = new AbortController();
    startConsole(controller.signal).then(setRefused, () => {});
    return () => controller.abort();
  }, []);
  return refused ? <NoEntry failure={refused} /> : <Console />;
}

function Console() {
  const route = useRoute();
  const overview = useResource<Overview>('/overview', 'overview');
  const approvals = useResource<ApprovalList>('/approvals', 'approvals');
  const announcement = useAnnouncement(approvals.data);
  const [help, setHelp] = useState(false);
  const [guide, setGuide] = useKept('guide', 'shown');
  const guided = overview.data?.demo !== undefined && guide === 'shown';
  const byNumber = TABS.map(({ id }, index) => [String(index + 1), () => goTo(linkTo(id))] as const);
  useKeys({ ...Object.fromEntries(byNumber), '?': () => setHelp(shown => !shown) });
  const title = TABS.find(({ id }) => id === route.tab)!.title;
  const waiting = approvals.data?.pending.length ?? 0;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Toolgate`;
  }, [title, waiting]);
  return (
    <>
      <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <Header
        {...{ overview, waiting }}
        onHelp={() => setHelp(true)}
        onGuide={overview.data?.demo && !guided ? () => setGuide('shown') : undefined}
      />
      <Tabs current={route.tab} waiting={waiting} failed={overview.data?.deadLetters ?? 0} />
      <main id="main" tabIndex={-1} className={`tab-${route.tab}`}>
        <h1 className="unseen">{title}</h1>
        <ErrorBoundary of={`${route.tab} ${route.id ?? ''}`}>
          <Tab overview={overview} approvals={approvals} />
        </ErrorBoundary>
      </main>
      {guided && <Guide approvals={approvals.data} onHide={() => setGuide('hidden')} />}
      <div className="unseen" role="status" aria-live="polite">
        {announcement}
      </div>
      {help && <KeyHelp onClose={() => setHelp(false)} />}
    </>
  );
}

interface TabProps {
  readonly overview: Resource<Overview>;
  readonly approvals: Resource<ApprovalList>;
}

function Tab({ overview, approvals }: TabProps) {
  const { tab } = useRoute();
  const root = overview.data?.workspace ?? '/';
  switch (tab) {
    case 'live':
      return <LiveTab root={root} demo={overview.data?.demo !== undefined} />;
    case 'approvals':
      return <ApprovalsTab list={approvals} root={root} />;
    case 'changes':
      return <ChangesTab />;
    case 'tasks':
      return <TasksTab />;
    case 'agents':
      return <AgentsTab />;
    case 'jobs':
      return <JobsTab />;
    case 'failures':
      return <FailuresTab />;
    case 'tools':
      return <ToolsTab root={root} />;
    case 'policy':
      return <PolicyTab root={root} />;
  }
}
