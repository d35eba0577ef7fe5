import { statementMatches } from '@portal/contract/office/statements';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { statementsKey } from './keys.ts';

export const matchesQuery = (id: number) =>
  queryOptions({
    queryKey: [...statementsKey, 'matches', id],
    queryFn: ({ signal }) => call(statementMatches, { params: { id }, signal }),
  });
