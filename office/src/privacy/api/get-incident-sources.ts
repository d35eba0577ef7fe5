import type { Input } from '@portal/contract/endpoint';
import { incidentSources } from '@portal/contract/office/incidents';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { privacyKey } from './keys.ts';

export const incidentSourcesQuery = (body: Input<typeof incidentSources.body>) =>
  queryOptions({
    queryKey: [...privacyKey, 'incident-sources', body],
    queryFn: ({ signal }) => call(incidentSources, { body, signal }),
    enabled: body.from !== '' && body.until !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
