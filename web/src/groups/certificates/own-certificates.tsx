import type { OwnGroupCertificates } from '@portal/contract/group-certificates';
import { failureKind } from '@portal/kit/browser/call.ts';
import { type Column, DataTable, withoutPrintedCaption } from '@portal/kit/ui/data-table.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { groupCertificatesText } from '../../text/zh-TW/group-certificates.ts';
import { ownGroupCertificatesQuery } from './api/get-own-certificates.ts';
import { HeldCell } from './held-cell.tsx';

const text = groupCertificatesText.own;

const columns: Column<OwnGroupCertificates['kinds'][number]>[] = [
  { key: 'kind', header: groupCertificatesText.kind, primary: true, cell: ({ name }) => name },
  { key: 'held', header: text.state, cell: ({ held }) => <HeldCell held={held} /> },
];

/** Shows a person's own certificates as the managers of the group see them. */
export const OwnCertificates = ({ groupCode }: { groupCode: string }) => {
  const { data, error, refetch } = useQuery(ownGroupCertificatesQuery(groupCode));
  return (
    <section className="space-y-3">
      <h2>{text.title}</h2>
      {data ? (
        <>
          <p className="text-ink-soft">{data.kinds.length > 0 ? text.lead : text.none}</p>
          <DataTable
            caption={text.title}
            className={withoutPrintedCaption}
            cardsBelow={0}
            columns={columns}
            empty={null}
            rowKey={({ id }) => id}
            rows={data.kinds}
          />
        </>
      ) : error ? (
        <ErrorState kind={failureKind(error)} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </section>
  );
};
