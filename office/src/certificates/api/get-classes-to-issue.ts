import { classesToIssue } from '@portal/contract/office/certificate-issuing';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const classesToIssueQuery = (inScope: { organization?: number }) =>
  queryOptions({
    queryKey: ['classes-to-issue', inScope],
    queryFn: ({ signal }) => call(classesToIssue, { query: inScope, signal }),
  });
