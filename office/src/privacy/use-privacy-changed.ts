import { useQueryClient } from '@tanstack/react-query';
import { historyKey } from '../audit/api/keys.ts';
import { listKey } from '../lists/list.ts';
import { waitingKey } from '../platform/waiting.ts';
import { privacyKey } from './api/keys.ts';

const lists = [listKey('privacy-requests'), listKey('incidents'), listKey('incident-people')];

/** Call the returned function after a request or an incident was changed. */
export const usePrivacyChanged = () => {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of [...lists, privacyKey, historyKey, waitingKey])
      void queries.invalidateQueries({ queryKey });
  };
};
