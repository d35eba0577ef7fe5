import { queryOptions } from '@tanstack/react-query';
import { currentUser } from './session.ts';

/** Fetches a file that only somebody logged in may see, such as a photo. Throws when it is not to be had. */
const fetchPrivateFile = async (src: string, signal: AbortSignal): Promise<Blob> => {
  const response = await fetch(src, {
    headers: { Authorization: `Bearer ${currentUser()?.token ?? ''}`, 'X-Requested-With': 'XMLHttpRequest' },
    signal,
  });
  if (!response.ok) throw new Error(`Request failed with status code ${response.status}`);
  return response.blob();
};

/** `src` as the server gave it, an address of our own. */
export const privateFileQuery = (src: string) =>
  queryOptions({
    queryKey: ['private-file', src],
    queryFn: ({ signal }) => fetchPrivateFile(src, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
