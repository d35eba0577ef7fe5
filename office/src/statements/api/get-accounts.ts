import { statementAccounts } from '@portal/contract/office/statements';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { statementsKey } from './keys.ts';

export const accountsQuery = (inScope: { organization?: number }) =>
  queryOptions({
    queryKey: [...statementsKey, 'accounts', inScope],
    queryFn: ({ signal }) => call(statementAccounts, { query: inScope, signal }),
  });
