import { cancelRegistration } from '@portal/contract/enrolment';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** Gives the caller's own seat back; also after a refusal the records are fetched anew. */
export const useCancelRegistration = () => {
  const queryClient = useQueryClient();
  return useSending({
    mutationFn: (code: string) => call(cancelRegistration, { body: { code } }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['registrations'] }),
        queryClient.invalidateQueries({ queryKey: ['classes'] }),
      ]),
  });
};
