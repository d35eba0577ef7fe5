import { readable } from '@portal/contract/dates';
import { requestKindNames } from '@portal/contract/office/code-names';
import { legalDays, type PrivacyRequest } from '@portal/contract/office/privacy';
import { type Row, Rows } from '@portal/kit/ui/description-list.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { History } from '../../audit/history.tsx';
import { PersonName } from '../../people/person-name.tsx';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { privacyText as text } from '../../text/zh-TW/privacy.ts';
import { requestQuery } from '../api/get-request.ts';
import { requestHistoryQuery } from '../api/get-request-history.ts';
import { DueBadge } from './due-badge.tsx';
import { ErasureSection } from './erasure-section.tsx';
import { RequestActs } from './request-acts.tsx';
import { RequestStateBadge } from './request-state-badge.tsx';

export const RequestPage = () => {
  const id = Number(useParams().id);
  return (
    <LoadedPage
      gone={text.gone}
      head={({ kind, name, identity, state }) => ({
        title: text.heading(requestKindNames[kind], name || identity),
        badge: <RequestStateBadge state={state} />,
      })}
      kind={text.title}
      query={useQuery(requestQuery(id))}
      under={[{ label: text.title, to: paths.privacy.to() }]}
      width="wide"
    >
      {(request) => <Request key={id} request={request} />}
    </LoadedPage>
  );
};

const Request = ({ request }: { request: PrivacyRequest }) => {
  const { id, kind, can } = request;
  return (
    <>
      <p className="mb-4 text-ink-soft">{text.law(legalDays[kind])}</p>
      <RequestActs request={request} />
      <section className="mt-8">
        <h2 className="mb-2 text-lg">{text.facts}</h2>
        <Rows rows={rowsOf(request)} />
      </section>
      {can.erase && <ErasureSection request={request} />}
      <History query={useQuery(requestHistoryQuery(id))} thing={{ subject: 'privacy_request', id }} />
    </>
  );
};

const given = (term: string, value: Row['value'] | null): Row[] => (value ? [{ term, value }] : []);

const DueDay = ({ request: { dueOn, daysLeft } }: { request: PrivacyRequest }) => (
  <span className="flex flex-wrap items-center gap-2">
    {readable(dueOn)}
    {daysLeft !== null && <DueBadge daysLeft={daysLeft} />}
  </span>
);

const LooksLink = ({ request: { personId } }: { request: PrivacyRequest }) => (
  <Link className="text-sea-800 underline hover:no-underline" to={paths.personLooks.to({ id: personId })}>
    {text.looks.link}
  </Link>
);

const closingTerm = ({ state }: PrivacyRequest): string =>
  state === 'answered' || state === 'declined' ? text.told[state] : text.told.other;

const lines = (value: string | null) => value && <span className="whitespace-pre-line">{value}</span>;

const rowsOf = (request: PrivacyRequest): Row[] => [
  { term: text.name, value: <PersonName id={request.personId} name={request.name} /> },
  { term: text.identity, value: request.identity },
  { term: text.looks.title, value: <LooksLink request={request} /> },
  { term: text.organization, value: request.organization ?? text.noOrganization },
  { term: text.mailbox, value: request.mailbox ?? text.noMailbox },
  { term: text.source, value: request.isRecorded ? text.sources.recorded : text.sources.own },
  { term: text.requestedAt, value: readable(request.requestedAt) },
  { term: text.due, value: <DueDay request={request} /> },
  ...given(text.extension, lines(request.extension?.reason ?? null)),
  ...given(text.note, lines(request.note)),
  ...given(text.closedAt, request.closedAt && readable(request.closedAt)),
  ...given(closingTerm(request), lines(request.reason)),
];
