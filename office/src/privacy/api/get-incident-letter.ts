import { incidentLetter } from '@portal/contract/office/incidents';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { privacyKey } from './keys.ts';

export const incidentLetterQuery = (id: number) =>
  queryOptions({
    queryKey: [...privacyKey, 'incident-letter', id],
    queryFn: ({ signal }) => call(incidentLetter, { params: { id }, signal }),
  });
