import { useQueryClient } from '@tanstack/react-query';
import { registrationKey } from '../enrolment/api/get-registration.ts';
import { listKey } from '../lists/list.ts';
import { waitingKey } from '../platform/waiting.ts';
import { statementsKey } from './api/keys.ts';

/** Call it after a change. Resolves when the lines and reports are there anew. */
export const useDeskChanged = () => {
  const queries = useQueryClient();
  return (): Promise<void> => {
    for (const queryKey of [waitingKey, listKey('payments'), listKey('refunds'), registrationKey])
      void queries.invalidateQueries({ queryKey });
    return queries.invalidateQueries({ queryKey: statementsKey });
  };
};
