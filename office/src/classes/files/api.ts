import { type Attachments, classAttachments, openAttachment } from '@portal/contract/office/attachments';
import { addressOf } from '@portal/kit/browser/call.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { historyKey } from '../../audit/api.ts';
import { call } from '../../platform/call.ts';

export const attachmentsQuery = (classId: number) =>
  queryOptions({
    queryKey: ['attachments', classId],
    queryFn: ({ signal }) => call(classAttachments, { params: { id: classId }, signal }),
  });

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

export const attachmentAddress = (classId: number, id: number): string =>
  addressOf(openAttachment, { params: { id: classId, attachment: id } });
