import type { RenewalPage as Renewal } from '@portal/contract/certificates';
import { failureKind } from '@portal/kit/browser/call.ts';
import { refusedLoad, useLeaveRefusedPage } from '@portal/kit/browser/refused-load.ts';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { DecisiveTime } from '@portal/kit/ui/minguo-day.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { PersonDetails } from '../accounts/person-details.tsx';
import { ContactLink } from '../platform/contact-link.tsx';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { useUser } from '../platform/session.ts';
import { certificatesText } from '../text/zh-TW/certificates.ts';
import { oldCertificatesQuery } from './api/get-old-certificates.ts';
import { renewalQuery } from './api/get-renewal.ts';
import { certificatesKey } from './api/keys.ts';
import { RenewalForm } from './renewal-form.tsx';

const text = certificatesText.confirmation;

export const RenewalPage = () => {
  const { code = '' } = useParams();
  const { data, error, refetch } = useQuery(renewalQuery(code));
  const refusal = refusedLoad(error);
  const queryClient = useQueryClient();
  useEffect(() => {
    // The list is outdated.
    if (refusal !== null) queryClient.invalidateQueries({ queryKey: certificatesKey });
  }, [refusal, queryClient]);
  useLeaveRefusedPage(refusal, paths.certificates.to());
  return (
    <Page title={text.title} under={[{ label: certificatesText.title, to: paths.certificates.to() }]}>
      {error && refusal === null && <ErrorState kind={failureKind(error)} onRetry={refetch} />}
      {data && <Confirmation key={code} renewal={data} />}
      {!data && (!error || refusal !== null) && <SkeletonRows rows={8} />}
    </Page>
  );
};

const Confirmation = ({ renewal }: { renewal: Renewal }) => {
  const user = useUser();
  return (
    <RenewalForm
      certificate={
        <FormSection title={text.certificate}>
          <Rows
            rows={[
              { term: certificatesText.organization, value: renewal.organization },
              { term: certificatesText.code, value: renewal.code },
              { term: certificatesText.name, value: renewal.name },
              { term: text.askDate, value: <DecisiveTime time={renewal.ask_date} /> },
              { term: text.newStart, value: <DecisiveTime time={renewal.new_cert_start} /> },
              { term: text.newEnd, value: <DecisiveTime time={renewal.new_cert_end} /> },
            ]}
          />
        </FormSection>
      }
      code={renewal.code}
      lead={<LastRefusal renewal={renewal} />}
      person={<FormSection title={text.person}>{user && <PersonDetails person={user} />}</FormSection>}
    />
  );
};

const LastRefusal = ({ renewal: { code, organization } }: { renewal: Renewal }) => {
  const { data = [] } = useQuery(oldCertificatesQuery());
  const refused = data.filter((row) => row.code === code && row.state === 0);
  const [last] = refused.toSorted((one, other) => (other.request_id ?? 0) - (one.request_id ?? 0));
  return (
    <Notice title={last && text.lastRefusal} tone={last ? 'warn' : 'info'}>
      {last?.backend_note && <p>{last.backend_note}</p>}
      <p>
        {text.proofs(organization)}
        <ContactLink />
        {text.proofsEnd}
      </p>
    </Notice>
  );
};
