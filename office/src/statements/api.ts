import { daySheet, statementAccounts, statementMatches } from '@portal/contract/office/statements';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../platform/call.ts';
import { waitingKey } from '../platform/waiting.ts';

const paymentsKey = ['statements'] as const;

export const accountsQuery = (inScope: { organization?: number }) =>
  queryOptions({
    queryKey: [...paymentsKey, 'accounts', inScope],
    queryFn: ({ signal }) => call(statementAccounts, { query: inScope, signal }),
  });

export const matchesQuery = (id: number) =>
  queryOptions({
    queryKey: [...paymentsKey, 'matches', id],
    queryFn: ({ signal }) => call(statementMatches, { params: { id }, signal }),
  });

export const sheetQuery = (id: number, range: { from?: string; until?: string }) =>
  queryOptions({
    queryKey: [...paymentsKey, 'sheet', id, range],
    queryFn: ({ signal }) => call(daySheet, { params: { id }, query: range, signal }),
  });

/** Call it after a change. */
export const useDeskChanged = () => {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of [
      paymentsKey,
      waitingKey,
      ['list', 'payments'],
      ['list', 'refunds'],
      ['registration'],
    ])
      queries.invalidateQueries({ queryKey });
  };
};
