import type { Certificate } from '@portal/contract/certificates';
import { loadStatus } from '@portal/kit/browser/call.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { Moment } from '@portal/kit/ui/minguo-day.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ContactLink } from '../platform/contact-link.tsx';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { certificatesText as text } from '../text/zh-TW/certificates.ts';
import { certificatesQuery } from './api/get-certificates.ts';
import { oldCertificatesQuery } from './api/get-old-certificates.ts';
import { CurrentCertificates } from './current-table.tsx';
import { OldCertificates } from './old-table.tsx';
import { OpenInquiries } from './open-inquiries.tsx';
import { dueRenewals } from './renewal-status.ts';

export const CertificateListPage = () => {
  const current = useQuery(certificatesQuery());
  const old = useQuery(oldCertificatesQuery());
  return (
    <Page title={text.title}>
      <OpenInquiries />
      {current.data && <DueCertificates certificates={current.data} />}
      <Section query={current} rows={4} title={text.current}>
        {current.data && (
          <>
            {current.data.length > 0 && <IfMissing />}
            <CurrentCertificates certificates={current.data} />
          </>
        )}
      </Section>
      <div className="mt-6">
        <Notice title={text.notes}>
          <ul className="list-disc ps-6">
            {text.noteTexts.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      </div>
      <Section query={old} rows={2} title={text.old}>
        {old.data && (
          <>
            {old.data.length > 0 && <p className="-mt-2 mb-3 text-ink-soft">{text.oldHint}</p>}
            <OldCertificates certificates={old.data} />
          </>
        )}
      </Section>
    </Page>
  );
};

const IfMissing = () => (
  <p className="-mt-2 mb-3 text-ink-soft">
    {text.missing[0]}
    <ContactLink />
    {text.missing[1]}
  </p>
);

const DueCertificates = ({ certificates }: { certificates: readonly Certificate[] }) => {
  const due = dueRenewals(certificates);
  if (due.length === 0) return null;
  return (
    <div className="print:hidden">
      <Notice title={text.due(due.length)} tone="warn">
        <ul className="space-y-2">
          {due.map(({ id, name, code, end_time }) => (
            <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2" key={id}>
              <span>
                {name}{' '}
                <span className="inline-block">
                  {text.lastDay}
                  <Moment time={end_time} />
                </span>
              </span>
              <ButtonLink aria-label={text.askFor(name, code)} to={paths.renewal.to({ code })}>
                {text.ask}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
};

interface SectionProps {
  title: string;
  query: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>;
  rows: number;
  children: ReactNode;
}

const Section = ({ title, query, rows, children }: SectionProps) => (
  <section className="mt-8">
    <h2 className="mb-3">{title}</h2>
    <LoadFault status={loadStatus(query)}>{children ?? <SkeletonRows rows={rows} />}</LoadFault>
  </section>
);
