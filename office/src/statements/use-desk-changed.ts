import { useQueryClient } from '@tanstack/react-query';
import { registrationKey } from '../enrolment/api/get-registration.ts';
import { listKey } from '../lists/list.ts';
import { waitingKey } from '../platform/waiting.ts';
import { statementsKey } from './api/keys.ts';

/** Call it after a change. Resolves when what is shown is there anew. */
export const useDeskChanged = () => {
  const queries = useQueryClient();
  return async (): Promise<void> => {
    const keys = [statementsKey, waitingKey, listKey('payments'), listKey('refunds'), registrationKey];
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
};
