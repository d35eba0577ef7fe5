import type { StatementAccount } from '@portal/contract/office/statements';
import { DropZone } from '@portal/kit/ui/drop-zone.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { matchesQuery } from '../api/get-matches.ts';
import { BankAccountPage } from '../bank-account-page.tsx';
import { ImportPreview } from './import-preview.tsx';
import { LastImport } from './last-import.tsx';
import { useImport } from './use-import.ts';

const text = paymentsText.import;

export const ImportPage = () => (
  <BankAccountPage query={useQuery(matchesQuery(Number(useParams().id)))} title={text.title}>
    {({ account }) => (account.can.import ? <Import account={account} /> : <ErrorState kind="forbidden" />)}
  </BankAccountPage>
);

const Import = ({ account }: { account: StatementAccount }) => {
  const importing = useImport(account.id);
  return (
    <div className="space-y-6">
      <DropZone
        accept=".csv,.txt,.xlsx,.xls"
        error={importing.readError}
        file={importing.file}
        isReading={importing.isReading}
        onFile={importing.choose}
        text={text}
      />
      {!importing.file && <LastImport account={account} />}
      {importing.preview && <ImportPreview importing={importing} preview={importing.preview} />}
    </div>
  );
};
