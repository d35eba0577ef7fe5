import type { MailDetail } from '@portal/contract/office/correspondence';
import { useQueryClient } from '@tanstack/react-query';
import { listKey } from '../lists/list.ts';
import { waitingKey } from '../platform/waiting.ts';
import { mailKey } from './api/get-mail.ts';

/** Refetches lists and the waiting work. */
export const useMailChanged = () => {
  const queries = useQueryClient();
  return (changed: MailDetail) => {
    queries.setQueryData(mailKey(changed.id), changed);
    void queries.invalidateQueries({ queryKey: listKey('mails') });
    void queries.invalidateQueries({ queryKey: waitingKey });
  };
};
