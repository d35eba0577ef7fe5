import { CallRefused } from '@portal/kit/browser/call.ts';
import { queryOptions } from '@tanstack/react-query';
import { attemptAsUser } from './api.ts';
import { tokenSettled } from './session.ts';

/** Throws `CallRefused`. An ended session is handled as in other calls. */
export const fetchPrivateFile = async (
  src: string,
  { method = 'GET', signal }: { method?: 'GET' | 'POST'; signal?: AbortSignal },
): Promise<Blob> => {
  await tokenSettled();
  const response = await attemptAsUser((token) =>
    fetch(src, {
      headers: { Authorization: `Bearer ${token ?? ''}`, 'X-Requested-With': 'XMLHttpRequest' },
      method,
      signal: signal ?? null,
    }),
  );
  if (response.ok) return response.blob();
  throw new CallRefused({ status: response.status, text: await response.text() });
};

/** The file is not cached after leaving the page. */
export const privateFileQuery = (src: string) =>
  queryOptions({
    queryKey: ['private-file', src],
    queryFn: ({ signal }) => fetchPrivateFile(src, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
