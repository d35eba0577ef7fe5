import { removeDocument } from '@portal/contract/documents';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { registrationsKey } from '../../enrolment/api/keys.ts';
import { call } from '../../platform/api.ts';

/** Refetches also after a refusal. */
export const useRemoveDocument = (registration: number) => {
  const queryClient = useQueryClient();
  return useSending({
    mutationFn: (document: number) =>
      call(removeDocument, { params: { id: `${registration}`, document: `${document}` } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: registrationsKey }),
  });
};
