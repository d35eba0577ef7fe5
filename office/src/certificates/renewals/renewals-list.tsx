import { readable } from '@portal/contract/dates';
import { refresherRuleText } from '@portal/contract/office/certificate-kinds';
import { type RenewalRow, renewalQueue } from '@portal/contract/office/renewals';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { Link } from 'react-router';
import { type List, loadList } from '../../lists/list.ts';
import { PersonName } from '../../people/person-name.tsx';
import { paths } from '../../platform/paths.ts';
import { renewalsText as text } from '../../text/zh-TW/renewals.ts';
import { approveRenewals } from '../api/approve-renewals.ts';
import { useKindOptions } from '../register/register-list.tsx';
import { Inquiries } from './inquiries.tsx';
import { RenewalActs } from './renewal-acts.tsx';

const Person = ({ row: { personId, name, identity, askedAt } }: { row: RenewalRow }) => (
  <>
    <PersonName id={personId} name={name} />
    <span className="block font-normal text-ink-soft text-sm tabular">{identity}</span>
    <span className="block font-normal text-ink-soft text-sm">{text.askedOn(readable(askedAt))}</span>
  </>
);

const RenewedCertificate = ({ row: { certificate } }: { row: RenewalRow }) => (
  <div className="min-w-40">
    {certificate.kind}
    <Link
      className="block whitespace-nowrap text-sea-800 text-sm tabular underline hover:no-underline"
      to={paths.certificate.to({ id: certificate.id })}
    >
      {certificate.number}
    </Link>
    <span className="block text-ink-soft text-sm">{text.issuedOn(readable(certificate.issuedOn))}</span>
    <span className="block text-ink-soft text-sm">{text.validUntil(readable(certificate.endTime))}</span>
  </div>
);

const RuleState = ({ rule }: Pick<RenewalRow, 'rule'>) => {
  if (!rule) return <span className="text-ink-soft text-sm">{text.rule.none}</span>;
  return (
    <>
      <Badge tone={rule.missing === 0 ? 'ok' : 'warn'}>
        {rule.missing === 0 ? text.rule.met : text.rule.unmet(rule.missing)}
      </Badge>
      <span className="block text-ink-soft text-sm">{refresherRuleText(rule)}</span>
      <span className="block text-ink-soft text-sm">
        {text.rule.counted(rule.counted, readable(rule.countedFrom))}
      </span>
    </>
  );
};

/** Null if it counts, or if nothing is counted. */
const whyUncounted = ({ isPassed, counts }: RenewalRow['trainings'][number]): string | null => {
  if (counts) return null;
  return isPassed ? text.uncounted.early : text.uncounted.failed;
};

const Training = ({ row: { hours, rule, trainings } }: { row: RenewalRow }) => (
  <div className="min-w-36">
    {text.hours(hours)}
    <div>
      <RuleState rule={rule} />
    </div>
    {trainings.map((each) => (
      <span className="block text-ink-soft text-sm" key={each.classCode}>
        {[text.trained(each.classCode, readable(each.lastDay), each.hours), whyUncounted(each)]
          .filter(Boolean)
          .join('，')}
      </span>
    ))}
  </div>
);

const EarlierDecisions = ({ row: { earlier } }: { row: RenewalRow }) => (
  <ul aria-label={text.earlier} className="text-ink-soft text-sm">
    {earlier.map(({ askedAt, decidedAt, state, reason }) => (
      <li className="whitespace-pre-line" key={askedAt}>
        {text.decision(readable(decidedAt ?? askedAt), text.decided[state], reason)}
      </li>
    ))}
  </ul>
);

/** The person's note, the questions of staff with their answers, and the decisions on earlier requests. */
const Correspondence = ({ row }: { row: RenewalRow }) => (
  <div className="min-w-32 space-y-2">
    {row.note && <p className="whitespace-pre-line">{row.note}</p>}
    {row.inquiries.length > 0 && <Inquiries row={row} />}
    {row.earlier.length > 0 && <EarlierDecisions row={row} />}
  </div>
);

const waitingOptions = Object.entries(text.waiting).map(([value, label]) => ({ value, label }));

export const renewalsList: List<RenewalRow> = {
  name: 'renewals',
  title: text.title,
  caption: text.caption,
  empty: text.empty,
  sort: 'askedAt',
  rowKey: ({ id }) => id,
  rowName: ({ name, certificate }) => `${name}（${certificate.number}）`,
  load: loadList(renewalQueue),
  bulk: [
    {
      label: text.approve.many,
      right: 'renewal.review',
      question: text.approve.reallyMany,
      run: async (rows) => (await approveRenewals(rows)).results,
    },
  ],
  filters: [
    { kind: 'choice', name: 'kind', label: text.kind, useOptions: useKindOptions },
    { kind: 'choice', name: 'waits', label: text.waits, useOptions: () => waitingOptions },
  ],
  columns: [
    { key: 'name', header: text.name, primary: true, cell: (row) => <Person row={row} /> },
    { key: 'certificate', header: text.certificate, cell: (row) => <RenewedCertificate row={row} /> },
    { key: 'training', header: text.training, cell: (row) => <Training row={row} /> },
    { key: 'note', header: text.note, cell: (row) => <Correspondence row={row} /> },
    {
      key: 'organization',
      header: text.organization,
      cell: ({ certificate }) => certificate.organization,
      isExtra: true,
    },
    {
      key: 'asked',
      header: text.asked,
      cell: ({ askedAt }) => readable(askedAt),
      sort: 'askedAt',
      together: true,
      isExtra: true,
    },
    { key: 'act', header: text.act, action: true, cell: (row) => <RenewalActs row={row} /> },
  ],
};
