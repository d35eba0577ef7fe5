import { loadStatus } from '@portal/kit/browser/call.ts';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Page } from '../platform/page.tsx';
import { certificatesText as text } from '../text/zh-TW/certificates.ts';
import { certificatesQuery } from './api/get-certificates.ts';
import { oldCertificatesQuery } from './api/get-old-certificates.ts';
import { CurrentCertificates } from './current-table.tsx';
import { OldCertificates } from './old-table.tsx';

export const CertificateListPage = () => {
  const current = useQuery(certificatesQuery());
  const old = useQuery(oldCertificatesQuery());
  return (
    <Page title={text.title}>
      <Notice title={text.notes}>
        <ul className="list-disc ps-6">
          {text.noteTexts.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </Notice>
      <Section query={current} rows={4} title={text.current}>
        {current.data && <CurrentCertificates certificates={current.data} />}
      </Section>
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

interface SectionProps {
  title: string;
  query: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>;
  rows: number;
  children: ReactNode;
}

const Section = ({ title, query, rows, children }: SectionProps) => (
  <section className="group/section mt-8">
    <h2 className="group-has-[table]/section:print:hidden mb-3">{title}</h2>
    <LoadFault status={loadStatus(query)}>{children ?? <SkeletonRows rows={rows} />}</LoadFault>
  </section>
);
