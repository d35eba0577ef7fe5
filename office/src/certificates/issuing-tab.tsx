import { readable } from '@portal/contract/dates';
import type { Candidate, IssuingSheet } from '@portal/contract/office/certificate-issuing';
import type { StartedJob } from '@portal/contract/office/jobs';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useShownClass } from '../classes/use-shown-class.ts';
import { ConfirmedAction } from '../forms/confirmed-action.tsx';
import { JobCard } from '../jobs/job-card.tsx';
import { useSelection } from '../lists/use-selection.ts';
import { Loaded } from '../platform/loaded.tsx';
import { paths } from '../platform/paths.ts';
import { waitingKey } from '../platform/waiting.ts';
import { issuingText as text } from '../text/zh-TW/issuing.ts';
import { issuingQuery } from './api/get-issuing.ts';
import { issueCertificates } from './api/issue-certificates.ts';
import { IssuedTable, LackingTable, ReadyTable } from './candidate-tables.tsx';
import { ClockBadge } from './clock-badge.tsx';
import { PrintClass } from './print-class.tsx';

export const IssuingTab = () => {
  const query = useQuery(issuingQuery(useShownClass().id));
  return <Loaded query={query}>{(data) => <Sheet sheet={data} />}</Loaded>;
};

const useReload = (classId: number) => {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: issuingQuery(classId).queryKey });
    void queries.invalidateQueries({ queryKey: waitingKey });
  };
};

const Sheet = ({ sheet }: { sheet: IssuingSheet }) => {
  const { people, jobId } = sheet;
  const [startedId, setStartedId] = useState<number | null>(null);
  const shownId = startedId ?? jobId;
  const reload = useReload(sheet.class.id);
  const ready = people.filter(({ isReady }) => isReady);
  const lacking = people.filter(({ lacks }) => lacks.length > 0);
  const issued = people.filter(({ certificate }) => certificate && certificate.state !== 'revoked');
  const start = ({ jobId: id }: StartedJob) => {
    setStartedId(id);
    notify(text.started, 'success');
    reload();
  };
  return (
    <div className="space-y-6">
      <Head sheet={sheet} />
      {shownId !== null && <JobCard jobId={shownId} onProgress={reload} />}
      {people.length === 0 && <EmptyState title={text.empty}>{text.emptyHint}</EmptyState>}
      {people.length > 0 && <ReadyCandidates onStarted={start} people={ready} sheet={sheet} />}
      {lacking.length > 0 && (
        <section className="space-y-2">
          <h2>{text.lacking(lacking.length)}</h2>
          <LackingTable classId={sheet.class.id} people={lacking} />
        </section>
      )}
      {issued.length > 0 && (
        <section className="space-y-2">
          <h2>{text.issued(issued.length)}</h2>
          <PrintClass sheet={sheet} />
          <IssuedTable people={issued} />
        </section>
      )}
    </div>
  );
};

const Head = ({
  sheet: { class: shown, kind, lastDay, days, people, unresulted },
}: {
  sheet: IssuingSheet;
}) => {
  const isWaiting = people.some(({ certificate }) => !certificate || certificate.state === 'revoked');
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>{text.kind(kind.name, kind.years)}</p>
        <p>{text.lastDay(readable(lastDay))}</p>
        {isWaiting && <ClockBadge days={days} />}
      </div>
      {isWaiting && <p className="text-ink-soft text-sm">{text.clock.rule}</p>}
      {unresulted > 0 && (
        <Notice tone="info">
          {text.unresulted(unresulted)}{' '}
          <Link to={paths.classTab.to({ id: shown.id, tab: 'results' })}>{text.toResults}</Link>
        </Notice>
      )}
    </div>
  );
};

interface ReadyCandidatesProps {
  readonly sheet: IssuingSheet;
  readonly people: readonly Candidate[];
  readonly onStarted: (started: StartedJob) => void;
}

const ReadyCandidates = ({ sheet, people, onStarted }: ReadyCandidatesProps) => {
  const selection = useSelection(people.map(({ registrationId }) => registrationId));
  const mayIssue = sheet.can.issue && sheet.days >= 0;
  const ticked = selection.keys.map(Number);
  const classId = sheet.class.id;
  const start = (started: StartedJob) => {
    selection.clear();
    onStarted(started);
  };
  return (
    <section>
      <h2>{text.ready(people.length)}</h2>
      {people.length === 0 ? (
        <p className="text-ink-soft">{text.noneReady}</p>
      ) : (
        <>
          {mayIssue && (
            <div className="my-3 flex flex-wrap gap-2">
              <IssueButton
                classId={classId}
                count={people.length}
                label={text.issueAll(people.length)}
                onStarted={start}
              />
              {ticked.length > 0 && (
                <IssueButton
                  classId={classId}
                  count={ticked.length}
                  label={text.issueTicked(ticked.length)}
                  onStarted={start}
                  registrationIds={ticked}
                />
              )}
            </div>
          )}
          <ReadyTable people={people} selection={mayIssue ? selection : undefined} />
        </>
      )}
    </section>
  );
};

interface IssueButtonProps {
  readonly classId: number;
  readonly count: number;
  readonly label: string;
  /** Everybody who is ready if it is missing. */
  readonly registrationIds?: readonly number[];
  readonly onStarted: (started: StartedJob) => void;
}

const IssueButton = ({ classId, count, label, registrationIds, onStarted }: IssueButtonProps) => {
  const { keyFor, forget } = useIdempotencyKey();
  const body = registrationIds ? { registrationIds: [...registrationIds] } : {};
  return (
    <ConfirmedAction<StartedJob>
      confirmLabel={text.confirm}
      onDone={(started) => {
        // The same people may be issued another one after a revocation.
        forget();
        onStarted(started);
      }}
      question={text.question(count)}
      title={label}
      work={() => issueCertificates(classId, body, keyFor(JSON.stringify([classId, body])))}
    >
      {label}
    </ConfirmedAction>
  );
};
