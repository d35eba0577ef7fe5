import { issuingSheet } from '@portal/contract/office/certificate-issuing';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const issuingQuery = (classId: number) =>
  queryOptions({
    queryKey: ['issuing', classId],
    queryFn: ({ signal }) => call(issuingSheet, { params: { id: classId }, signal }),
  });
