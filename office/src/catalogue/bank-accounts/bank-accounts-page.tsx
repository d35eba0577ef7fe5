import type { BankAccountRow } from '@portal/contract/office/catalogue';
import { notify } from '@portal/kit/browser/notices.ts';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { useMay } from '../../platform/session.ts';
import { SettingsNav } from '../../settings/settings-nav.tsx';
import { bankAccountsText as text } from '../../text/zh-TW/bank-accounts.ts';
import { closeBankAccount } from '../api/close-bank-account.ts';
import { bankAccountsQuery, useSetBankAccounts } from '../api/get-bank-accounts.ts';
import { reopenBankAccount } from '../api/reopen-bank-account.ts';
import { EditAccountDialog, NewAccountDialog } from './account-dialogs.tsx';

export const BankAccountsPage = () => {
  const query = useQuery(bankAccountsQuery);
  const mayEdit = useMay('settings.edit');
  return (
    <Page actions={mayEdit && <NewAccount />} lead={text.lead} nav={<SettingsNav />} title={text.title}>
      <Loaded query={query}>{(accounts) => <AccountsTable accounts={accounts} mayEdit={mayEdit} />}</Loaded>
    </Page>
  );
};

const NewAccount = () => (
  <DialogButton dialog={(close) => <NewAccountDialog onClose={close} />} label={text.new} variant="primary" />
);

const columns: readonly Column<BankAccountRow>[] = [
  { key: 'number', header: text.number, cell: ({ number }) => number, primary: true, together: true },
  {
    key: 'organization',
    header: text.organization,
    cell: ({ organization }) => organization.name,
    together: true,
  },
  { key: 'bank', header: text.bank, cell: ({ bank, bankCode }) => `${bankCode} ${bank}`.trim() },
  { key: 'holder', header: text.holder, cell: ({ holder }) => holder },
  {
    key: 'state',
    header: text.state,
    cell: ({ isClosed }) => (isClosed ? text.closed : text.open),
    together: true,
  },
  { key: 'classes', header: text.classes, cell: ({ classes }) => classes, align: 'end' },
];

const acts: Column<BankAccountRow> = {
  key: 'acts',
  header: text.acts,
  cell: (account) => <AccountActs account={account} />,
  action: true,
};

const AccountsTable = ({ accounts, mayEdit }: { accounts: readonly BankAccountRow[]; mayEdit: boolean }) => (
  <DataTable
    caption={text.caption}
    columns={mayEdit ? [...columns, acts] : columns}
    empty={<EmptyState icon="inbox" title={text.empty} />}
    rowKey={({ id }) => id}
    rows={accounts}
  />
);

const AccountActs = ({ account }: { account: BankAccountRow }) => {
  const { id, number, isClosed } = account;
  const setAccounts = useSetBankAccounts();
  const act = isClosed ? text.reopen : text.close;
  return (
    <div className="flex gap-1">
      <DialogButton
        dialog={(close) => <EditAccountDialog account={account} onClose={close} />}
        label={text.edit}
        name={text.editLabel(number)}
        variant="quiet"
      />
      <ConfirmedAction
        confirmLabel={act.confirm}
        key={act.open}
        label={act.label(number)}
        onDone={(accounts) => {
          setAccounts(accounts);
          notify(act.done, 'success');
        }}
        question={act.really(number)}
        title={act.title}
        work={() => (isClosed ? reopenBankAccount : closeBankAccount)(id)}
      >
        {act.open}
      </ConfirmedAction>
    </div>
  );
};
