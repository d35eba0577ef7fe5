import { SEARCH_MIN, search } from '@portal/contract/office/reports';
import { codePoints } from '@portal/contract/primitives';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

/** Milliseconds. Results are about people. */
const STALE_MS = 30_000;

export const searchQuery = (q: string, inScope: { organization?: number }) =>
  queryOptions({
    queryKey: ['search', q, inScope],
    queryFn: ({ signal }) => call(search, { body: { q, ...inScope }, signal }),
    enabled: codePoints(q) >= SEARCH_MIN,
    placeholderData: keepPreviousData,
    gcTime: STALE_MS,
  });
