import { cancelRegistration } from '@portal/contract/enrolment';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { classesKey } from '../../catalogue/api/keys.ts';
import { call } from '../../platform/api.ts';
import { registrationsKey } from './keys.ts';

/** Refetches the records also after a refusal. */
export const useCancelRegistration = () => {
  const queryClient = useQueryClient();
  return useSending({
    mutationFn: (code: string) => call(cancelRegistration, { body: { code } }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: registrationsKey }),
        queryClient.invalidateQueries({ queryKey: classesKey }),
      ]),
  });
};
