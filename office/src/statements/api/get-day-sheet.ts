import { daySheet } from '@portal/contract/office/statements';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { statementsKey } from './keys.ts';

export const sheetQuery = (id: number, range: { from?: string; until?: string }) =>
  queryOptions({
    queryKey: [...statementsKey, 'sheet', id, range],
    queryFn: ({ signal }) => call(daySheet, { params: { id }, query: range, signal }),
  });
