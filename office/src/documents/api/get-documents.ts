import { officeDocuments } from '@portal/contract/office/documents';
import { queryOptions } from '@tanstack/react-query';
import { registrationQuery } from '../../enrolment/api/get-registration.ts';
import { call } from '../../platform/call.ts';

export const documentsQuery = (registrationId: number) =>
  queryOptions({
    queryKey: [...registrationQuery(registrationId).queryKey, 'documents'],
    queryFn: ({ signal }) => call(officeDocuments, { signal, params: { id: registrationId } }),
  });
