import { incident } from '@portal/contract/office/incidents';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { privacyKey } from './keys.ts';

export const incidentQuery = (id: number) =>
  queryOptions({
    queryKey: [...privacyKey, 'incident', id],
    queryFn: ({ signal }) => call(incident, { params: { id }, signal }),
  });
