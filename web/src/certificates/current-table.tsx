import { type Certificate, renewalOpens } from '@portal/contract/certificates';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable, withoutPrintedCaption } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { Moment } from '@portal/kit/ui/minguo-day.tsx';
import { paths } from '../platform/paths.ts';
import { certificatesText as text } from '../text/zh-TW/certificates.ts';
import { CERTIFICATES_WIDTH, certificateColumns } from './columns.tsx';
import { renewalStatus } from './renewal-status.ts';

const Renewal = ({ certificate }: { certificate: Certificate }) => {
  const { code, name, end_time } = certificate;
  switch (renewalStatus(certificate)) {
    case 'asked':
      return (
        <>
          <Badge icon="clock" tone="info">
            {text.asked}
          </Badge>
          <span className="block text-ink-soft text-sm">{text.awaiting}</span>
        </>
      );
    case 'open':
      return (
        <>
          <ButtonLink aria-label={text.askFor(name, code)} to={paths.renewal.to({ code })} variant="primary">
            {text.ask}
          </ButtonLink>
          <span className="hidden print:inline">{text.mayAsk}</span>
          <span className="mt-1 block text-sm">
            {text.lastDay}
            <Moment time={end_time} />
          </span>
        </>
      );
    case 'early':
      return (
        <span className="text-ink-soft">
          {text.early}
          <span className="block text-sm">{text.opensOn(renewalOpens(end_time))}</span>
        </span>
      );
    case 'ordinary':
      return (
        <span className="text-ink-soft">
          {text.ordinary}
          <span className="block text-sm">{text.ordinaryReason}</span>
          <span className="block text-sm">{text.ordinaryNext}</span>
        </span>
      );
  }
};

interface LastRejectionProps {
  rejection: NonNullable<Certificate['last_rejection']>;
}

const LastRejection = ({ rejection: { decided_on, reason } }: LastRejectionProps) => (
  <span className="mb-2 block">
    <Badge tone="danger">{text.lastRejected}</Badge>
    {reason && (
      <span className="block whitespace-pre-line text-sm">
        {text.because(reason)}
        {decided_on && <span className="inline-block text-ink-soft">{text.decidedOn(decided_on)}</span>}
      </span>
    )}
  </span>
);

const columns: Column<Certificate>[] = [
  ...certificateColumns,
  {
    key: 'renewal',
    header: text.renewal,
    cell: (certificate) => (
      <>
        {certificate.last_rejection && <LastRejection rejection={certificate.last_rejection} />}
        <Renewal certificate={certificate} />
      </>
    ),
  },
];

export const CurrentCertificates = ({ certificates }: { certificates: readonly Certificate[] }) => (
  <DataTable
    caption={text.current}
    className={withoutPrintedCaption}
    cardsBelow={CERTIFICATES_WIDTH}
    columns={columns}
    empty={
      <EmptyState
        action={<ButtonLink to={paths.trainingRecords.to()}>{text.trainingRecords}</ButtonLink>}
        title={text.empty}
      >
        {text.emptyHint}
      </EmptyState>
    }
    rowKey={({ id }) => id}
    rows={certificates}
  />
);
