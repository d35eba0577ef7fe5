import { useQueryClient } from '@tanstack/react-query';
import { historyKey } from '../audit/api/keys.ts';
import { listKey } from '../lists/list.ts';
import { waitingKey } from '../platform/waiting.ts';
import { privacyKey } from './api/keys.ts';

/** After a request was recorded, extended or closed. */
export const usePrivacyChanged = () => {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of [listKey('privacy-requests'), privacyKey, historyKey, waitingKey])
      void queries.invalidateQueries({ queryKey });
  };
};
