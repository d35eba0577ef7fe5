import { mail } from '@portal/contract/office/correspondence';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const mailKey = (id: string) => ['mail', id] as const;

export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: mailKey(id),
    queryFn: ({ signal }) => call(mail, { params: { id }, signal }),
  });
