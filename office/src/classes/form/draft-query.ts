import { queryOptions } from '@tanstack/react-query';
import { beginClass } from '../api/begin-class.ts';
import { copyClass } from '../api/copy-class.ts';

export type DraftSource = { from: string } | { organization: string; course: string };

export const draftQuery = (source: DraftSource) =>
  queryOptions({
    queryKey: ['class-draft', source],
    queryFn: ({ signal }) =>
      'from' in source ? copyClass(Number(source.from), signal) : beginClass(source, signal),
    // A form that is being filled in stays.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
