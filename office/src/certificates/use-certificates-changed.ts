import { useQueryClient } from '@tanstack/react-query';
import { historyKey } from '../audit/api/keys.ts';
import { listKey } from '../lists/list.ts';
import { waitingKey } from '../platform/waiting.ts';

/** Call the returned function after a certificate was issued, ended or renewed. */
export const useCertificatesChanged = () => {
  const queries = useQueryClient();
  return () => {
    const keys = [listKey('certificates'), listKey('renewals'), ['certificate'], historyKey, waitingKey];
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
  };
};
