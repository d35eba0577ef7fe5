import type { Attachments } from '@portal/contract/office/classes';
import { useQueryClient } from '@tanstack/react-query';
import { historyKey } from '../../audit/api/keys.ts';
import { attachmentsQuery } from '../api/get-attachments.ts';

export const useSetAttachments = (classId: number) => {
  const queries = useQueryClient();
  return (attachments: Attachments) => {
    queries.setQueryData(attachmentsQuery(classId).queryKey, attachments);
    queries.invalidateQueries({ queryKey: historyKey });
  };
};

export const useReloadAttachments = (classId: number) => {
  const queries = useQueryClient();
  return () => {
    queries.invalidateQueries({ queryKey: historyKey });
    return queries.invalidateQueries({ queryKey: attachmentsQuery(classId).queryKey });
  };
};
