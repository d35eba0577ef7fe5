import { enrol } from '@portal/contract/enrolment';
import { randomKey } from '@portal/kit/browser/random-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { classesKey } from '../../catalogue/api/keys.ts';
import { call } from '../../platform/api.ts';
import { registrationsKey } from './keys.ts';

/** A repeat from the same page gets the first answer. */
export const useEnrol = (code: string) => {
  const [idempotencyKey] = useState(() => randomKey());
  const queryClient = useQueryClient();
  return useSending({
    mutationFn: () => call(enrol, { body: { code }, idempotencyKey }),
    // Not awaited: the page goes on to the next one without waiting for the lists.
    onSettled: () => {
      queryClient.invalidateQueries({ queryKey: registrationsKey });
      queryClient.invalidateQueries({ queryKey: classesKey });
    },
  });
};
