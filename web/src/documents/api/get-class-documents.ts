import { classDocuments } from '@portal/contract/documents';
import { queryOptions } from '@tanstack/react-query';
import { registrationsKey } from '../../enrolment/api/keys.ts';
import { call } from '../../platform/api.ts';

export const classDocumentsQuery = (code: string, group?: string | undefined) =>
  queryOptions({
    queryKey: [...registrationsKey, 'documents', code, group],
    queryFn: ({ signal }) => call(classDocuments, { params: { code }, query: { group }, signal }),
    staleTime: 0,
  });
