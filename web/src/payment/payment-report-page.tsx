import type { PaymentInfo } from '@portal/contract/payment';
import { loadStatus } from '@portal/kit/browser/call.ts';
import { refusedLoad, useRedirect } from '@portal/kit/browser/refused-load.ts';
import { useBack } from '@portal/kit/browser/use-back.ts';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { AmountDue } from '../enrolment/amount-due.tsx';
import { useRecord } from '../enrolment/api/use-record.ts';
import { GroupPeople } from '../enrolment/group-people.tsx';
import { shortfallText } from '../enrolment/shortfall.tsx';
import { SituationCard } from '../enrolment/situation-card.tsx';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { paymentText as text } from '../text/zh-TW/payment.ts';
import { paymentCheckQuery } from './api/get-payment-check.ts';
import { PaymentForm } from './payment-form.tsx';
import type { Place } from './use-reporting.ts';

export const PaymentReportPage = () => {
  const { code = '' } = useParams();
  const [search] = useSearchParams();
  const group = search.get('group') ?? undefined;
  const query = useQuery(paymentCheckQuery(code, group));
  const { data, error } = query;
  useRedirect(refusedLoad(error), paths.home.to());
  return (
    <Page title={text.title} under={[{ label: text.records, to: paths.records.to() }]}>
      <LoadFault status={loadStatus(query)}>
        {data ? (
          <Report key={`${code} ${group}`} place={{ code, group }} payment={data} />
        ) : (
          <SkeletonRows rows={8} />
        )}
      </LoadFault>
    </Page>
  );
};

/** The deadline stays while a report names less than is due. */
const dueOf = ({ shortfall, ...payment }: PaymentInfo) => ({
  ...payment,
  ...(shortfall && { payment_due: shortfall.payment_due, overdue: shortfall.overdue }),
});

const Report = ({ place, payment }: { place: Place; payment: PaymentInfo }) => {
  const back = useBack(paths.records.to());
  const record = useRecord(place.code, place.group ?? null);
  const isForGroup = place.group !== undefined || payment.number > 1;
  return (
    <div className="space-y-6">
      <SituationCard of={payment} record={record}>
        {payment.amount > 0 && (
          <AmountDue account={payment.bank_account} count={payment.covered} due={dueOf(payment)}>
            {payment.shortfall && <p className="mt-3">{shortfallText(payment.shortfall)}</p>}
            {record && <GroupPeople record={record} />}
          </AmountDue>
        )}
      </SituationCard>
      <div className="max-w-xl">
        <FormSection title={text.remittance}>
          <div className="space-y-4">
            <div>
              <p>{text.next}</p>
              <p className="mt-1 text-ink-soft">{text.requiredLegend}</p>
            </div>
            {isForGroup && <Notice>{text.forGroup(payment.covered)}</Notice>}
            <PaymentForm onCancel={back} place={place} payment={payment} />
          </div>
        </FormSection>
      </div>
    </div>
  );
};
