import { readableTime } from '@portal/contract/dates';
import type { StatementAccount } from '@portal/contract/office/statements';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PaymentsNav } from '../payment/payments-nav.tsx';
import { Loaded } from '../platform/loaded.tsx';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { useScope } from '../platform/scope.ts';
import { paymentsText } from '../text/zh-TW/payments.ts';
import { accountsQuery } from './api/get-accounts.ts';

const text = paymentsText.accounts;

const columns: readonly Column<StatementAccount>[] = [
  {
    key: 'account',
    header: text.account,
    primary: true,
    cell: ({ id, bank, number }) => (
      <Link className="font-semibold text-sea-800 underline hover:no-underline" to={paths.desk.to({ id })}>
        {bank} <span className="whitespace-nowrap">{number}</span>
      </Link>
    ),
  },
  { key: 'organization', header: text.organization, cell: ({ organization }) => organization },
  { key: 'lines', header: text.lines, cell: ({ openLines }) => text.count(openLines), together: true },
  {
    key: 'reports',
    header: text.reports,
    cell: ({ openReports }) => text.count(openReports),
    together: true,
  },
  {
    key: 'last',
    header: text.last,
    cell: ({ lastImport }) =>
      lastImport === null ? text.never : text.lastBy(readableTime(new Date(lastImport.at)), lastImport.by),
  },
];

export const AccountsPage = () => {
  const { inScope } = useScope();
  const query = useQuery(accountsQuery(inScope));
  return (
    <Page nav={<PaymentsNav />} title={paymentsText.title}>
      <Loaded query={query} rows={3}>
        {(accounts) => (
          <DataTable
            caption={text.caption}
            columns={columns}
            empty={<EmptyState title={text.empty}>{text.emptyHint}</EmptyState>}
            rowKey={({ id }) => id}
            rows={accounts}
          />
        )}
      </Loaded>
    </Page>
  );
};
