import type { StatementAccount } from '@portal/contract/office/statements';
import { failureKind, loadStatus } from '@portal/kit/browser/call.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { DropZone } from '@portal/kit/ui/drop-zone.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { paymentsText } from '../text/zh-TW/payments.ts';
import { AccountHead } from './account-head.tsx';
import { pilesQuery } from './api.ts';
import { ImportPreview } from './import-preview.tsx';
import { useImport } from './use-import.ts';

const text = paymentsText.import;

/** 匯入對帳單: drop, look, correct the shape, import. */
export const ImportPage = () => {
  usePageTitle(text.title);
  const query = useQuery(pilesQuery(Number(useParams().id)));
  if (query.error && failureKind(query.error) === 'missing') return <ErrorState kind="missing" />;
  return (
    <LoadFault status={loadStatus(query)}>
      {query.data ? <Import account={query.data.account} /> : <SkeletonRows />}
    </LoadFault>
  );
};

const Import = ({ account }: { account: StatementAccount }) => {
  const importing = useImport(account.id);
  return (
    <>
      <AccountHead account={account} page={text.title} />
      {account.can.import ? (
        <div className="space-y-6">
          <DropZone
            accept=".csv,.txt,.xlsx,.xls"
            error={importing.readError}
            file={importing.file}
            isReading={importing.isReading}
            onFile={importing.choose}
            text={text}
          />
          {importing.preview && <ImportPreview importing={importing} preview={importing.preview} />}
        </div>
      ) : (
        <ErrorState kind="forbidden" />
      )}
    </>
  );
};
