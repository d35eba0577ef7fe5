import { classAttachments } from '@portal/contract/office/classes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const attachmentsQuery = (classId: number) =>
  queryOptions({
    queryKey: ['attachments', classId],
    queryFn: ({ signal }) => call(classAttachments, { params: { id: classId }, signal }),
  });
