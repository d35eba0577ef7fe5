import { reminders } from '@portal/contract/office/certificate-reminders';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const remindersQuery = (kindId: number) =>
  queryOptions({
    queryKey: ['certificate-reminders', kindId],
    queryFn: ({ signal }) => call(reminders, { params: { id: kindId }, signal }),
  });
