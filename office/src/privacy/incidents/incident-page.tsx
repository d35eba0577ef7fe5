import { readable } from '@portal/contract/dates';
import type { Incident } from '@portal/contract/office/incidents';
import { type Row, Rows } from '@portal/kit/ui/description-list.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { History } from '../../audit/history.tsx';
import { JobCard } from '../../jobs/job-card.tsx';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { incidentsText as text } from '../../text/zh-TW/incidents.ts';
import { incidentQuery } from '../api/get-incident.ts';
import { incidentHistoryQuery } from '../api/get-incident-history.ts';
import { usePrivacyChanged } from '../use-privacy-changed.ts';
import { IncidentActs } from './incident-acts.tsx';
import { IncidentPeople } from './incident-people.tsx';
import { IncidentStateBadge } from './incident-state-badge.tsx';

export const IncidentPage = () => {
  const id = Number(useParams().id);
  return (
    <LoadedPage
      gone={text.gone}
      head={({ title, state }) => ({ title, badge: <IncidentStateBadge state={state} /> })}
      kind={text.title}
      query={useQuery(incidentQuery(id))}
      under={[{ label: text.title, to: paths.incidents.to() }]}
      width="wide"
    >
      {(incident) => <IncidentContents incident={incident} key={id} />}
    </LoadedPage>
  );
};

const IncidentContents = ({ incident }: { incident: Incident }) => {
  const { id, jobId } = incident;
  const changed = usePrivacyChanged();
  const [startedId, setStartedId] = useState<number | null>(null);
  const shownId = startedId ?? jobId;
  return (
    <>
      <p className="mb-4 text-ink-soft">{text.law}</p>
      <IncidentActs
        incident={incident}
        onStarted={(job) => {
          setStartedId(job.jobId);
          changed();
        }}
      />
      {shownId !== null && (
        <div className="mt-6">
          <JobCard jobId={shownId} onProgress={changed} />
        </div>
      )}
      {isLetterIncomplete(incident) && (
        <div className="mt-6">
          <Notice tone="warn">{text.incomplete}</Notice>
        </div>
      )}
      <section className="mt-8">
        <h2 className="mb-2 text-lg">{text.facts}</h2>
        <Rows rows={rowsOf(incident)} />
      </section>
      <IncidentPeople incident={incident} />
      <History query={useQuery(incidentHistoryQuery(id))} thing={{ subject: 'incident', id }} />
    </>
  );
};

const isLetterIncomplete = ({ can, data, measures, contact }: Incident): boolean =>
  can.edit && !(data && measures && contact);

const lines = (value: string | null) =>
  value ? <span className="whitespace-pre-line">{value}</span> : text.missing;

const given = (term: string, value: Row['value'] | null): Row[] => (value ? [{ term, value }] : []);

const selectionOf = ({ staff, session, file }: Incident): Row[] => [
  ...given(text.form.staffId, staff?.name ?? null),
  ...given(text.form.session, session),
  ...given(text.form.fileId, file && text.form.fileOf(readable(file.at), file.staff, file.name)),
];

const rowsOf = (incident: Incident): Row[] => [
  { term: text.organization, value: incident.organization ?? text.whole },
  { term: text.time, value: text.period(readable(incident.from), readable(incident.until)) },
  ...selectionOf(incident),
  { term: text.people, value: text.count(incident.people) },
  { term: text.told, value: text.toldOf(incident) },
  { term: text.texts.facts, value: lines(incident.facts) },
  { term: text.texts.data, value: lines(incident.data) },
  { term: text.texts.measures, value: lines(incident.measures) },
  { term: text.texts.contact, value: lines(incident.contact) },
  { term: text.createdAt, value: readable(incident.createdAt) },
  ...given(text.notifiedAt, incident.notifiedAt && readable(incident.notifiedAt)),
  ...given(text.closedAt, incident.closedAt && readable(incident.closedAt)),
  ...given(text.close.note, incident.closingNote && lines(incident.closingNote)),
];
