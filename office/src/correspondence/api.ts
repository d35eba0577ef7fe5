import { type MailDetail, mail } from '@portal/contract/office/mails';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listKey } from '../lists/list.ts';
import { call } from '../platform/call.ts';
import { waitingKey } from '../platform/waiting.ts';

const mailKey = (id: string) => ['mail', id] as const;

export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: mailKey(id),
    queryFn: ({ signal }) => call(mail, { params: { id }, signal }),
  });

/** Refetches lists and the waiting work. */
export const useMailChanged = () => {
  const queries = useQueryClient();
  return (changed: MailDetail) => {
    queries.setQueryData(mailKey(changed.id), changed);
    void queries.invalidateQueries({ queryKey: listKey('mails') });
    void queries.invalidateQueries({ queryKey: waitingKey });
  };
};
