import { type BankAccountRow, bankAccountList } from '@portal/contract/office/catalogue';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const bankAccountsQuery = queryOptions({
  queryKey: ['bank-accounts'],
  queryFn: ({ signal }) => call(bankAccountList, { signal }),
});

export const useSetBankAccounts = () => {
  const queries = useQueryClient();
  return (accounts: BankAccountRow[]) => queries.setQueryData(bankAccountsQuery.queryKey, accounts);
};
