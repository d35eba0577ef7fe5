import { useQueryClient } from '@tanstack/react-query';
import { registrationKey } from '../enrolment/api/get-registration.ts';
import { listKey } from '../lists/list.ts';
import { waitingKey } from '../platform/waiting.ts';
import { statementsKey } from './api/keys.ts';

/** Call it after a change. */
export const useDeskChanged = () => {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of [
      statementsKey,
      waitingKey,
      listKey('payments'),
      listKey('refunds'),
      registrationKey,
    ])
      queries.invalidateQueries({ queryKey });
  };
};
