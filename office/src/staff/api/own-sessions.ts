import { endOwnSession, ownSessions } from '@portal/contract/office/account';
import { failureKind } from '@portal/kit/browser/call.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: ['ownSessions'],
  queryFn: ({ signal }) => call(ownSessions, { signal }),
  staleTime: 0,
});

/** An ended session is no failure. */
const endSession = async (id: number): Promise<void> => {
  try {
    await call(endOwnSession, { params: { id } });
  } catch (error) {
    if (failureKind(error) !== 'missing') throw error;
  }
};

export const endSessions = async (ids: readonly number[]): Promise<void> => {
  await Promise.all(ids.map(endSession));
};
