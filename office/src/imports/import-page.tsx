import { readableTime } from '@portal/contract/dates';
import { type ImportDetail, importKindNames, verdicts } from '@portal/contract/office/imports';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { EventsLink } from '../audit/events-link.tsx';
import { JobCard } from '../jobs/job-card.tsx';
import { LoadedPage } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { importsText as text } from '../text/zh-TW/imports.ts';
import { importQuery } from './api/get-import.ts';
import { importsKey } from './api/keys.ts';
import { StartImport } from './start-import.tsx';
import { ImportStateBadge } from './state-badge.tsx';
import { TroubledRows } from './troubled-rows.tsx';
import { UndoImport } from './undo-import.tsx';

export const ImportPage = () => (
  <LoadedPage
    gone={text.gone}
    head={({ id, fileName, state, kind, group, rows, by, createdAt }) => ({
      title: fileName,
      actions: <EventsLink filter={{ thing: { subject: 'import', id } }}>{text.history}</EventsLink>,
      badge: <ImportStateBadge state={state} />,
      lead: [
        group ? text.ofGroup(group.name) : importKindNames[kind],
        text.rowsOf(rows),
        by ?? text.system,
        readableTime(new Date(createdAt)),
      ].join('　'),
    })}
    kind={text.one}
    query={useQuery(importQuery(Number(useParams().id)))}
    under={[{ label: text.title, to: paths.imports.to() }]}
  >
    {(detail) => <Import detail={detail} />}
  </LoadedPage>
);

const Import = ({ detail }: { detail: ImportDetail }) => {
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries({ queryKey: importsKey });
  const isCompared = detail.state !== 'checking';
  return (
    <div className="space-y-6">
      {detail.jobId !== null && <JobCard jobId={detail.jobId} key={detail.jobId} onProgress={reload} />}
      {!detail.hasRows && <Notice>{text.forgotten}</Notice>}
      {detail.hasRows && isCompared && <VerdictCounts detail={detail} />}
      {detail.can.start && <StartImport detail={detail} onStarted={reload} />}
      {detail.hasRows && detail.startedAt !== null && <Outcomes detail={detail} />}
      {detail.can.undo && <UndoImport detail={detail} onStarted={reload} />}
      {detail.hasRows && isCompared && <TroubledRows detail={detail} />}
    </div>
  );
};

const Counts = ({ entries }: { entries: readonly (readonly [label: string, n: number])[] }) => (
  <dl className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
    {entries.map(([label, n]) => (
      <div className="rounded-md border border-line px-4 py-3" key={label}>
        <dt className="text-ink-soft text-sm">{label}</dt>
        <dd className="font-semibold text-xl tabular">{text.people(n)}</dd>
      </div>
    ))}
  </dl>
);

const VerdictCounts = ({ detail }: { detail: ImportDetail }) => (
  <section>
    <h2>{text.results}</h2>
    <Counts entries={verdicts.map((verdict) => [text.verdicts[verdict], detail.verdicts[verdict]])} />
    {detail.partial > 0 && <p className="mt-3">{text.partial(detail.partial)}</p>}
  </section>
);

const Outcomes = ({ detail: { outcomes } }: { detail: ImportDetail }) => {
  const { made, filled, passed, removed, kept } = outcomes;
  const later = [
    [text.passed, passed],
    [text.removed, removed],
    [text.kept, kept],
  ] as const;
  return (
    <section>
      <h2>{text.outcome}</h2>
      <Counts entries={[[text.made, made], [text.filled, filled], ...later.filter(([, n]) => n > 0)]} />
    </section>
  );
};
