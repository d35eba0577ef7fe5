import { kindSettings } from '@portal/contract/office/certificate-kinds';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const kindSettingsQuery = (kindId: number) =>
  queryOptions({
    queryKey: ['certificate-kind', kindId],
    queryFn: ({ signal }) => call(kindSettings, { params: { id: kindId }, signal }),
  });
