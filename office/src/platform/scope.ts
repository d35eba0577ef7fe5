import { type Organization, ownScope } from '@portal/contract/office/scope';
import { browserStorage } from '@portal/kit/browser/storage.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from './call.ts';
import { sessionQuery } from './session.ts';

export const ownScopeQuery = queryOptions({
  queryKey: ['scope'],
  queryFn: ({ signal }) => call(ownScope, { signal }),
  staleTime: 10 * 60_000,
});

const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/** Other tabs of the browser follow. */
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

const settingOf = (email: string | undefined) => `office.scope.${email}`;

/** A choice that one no longer may make counts as none. */
export const chosenWithin = (own: readonly Organization[], stored: string | null): number | undefined =>
  own.length > 1 ? own.find(({ id }) => `${id}` === stored)?.id : undefined;

/**
 * The organisations that one may look at, and the one chosen; undefined: all of them. `inScope` goes into the query of
 * each list, and into its query key.
 */
export const useScope = () => {
  const setting = settingOf(useQuery(sessionQuery).data?.email);
  const { data: organizations = [] } = useQuery(ownScopeQuery);
  const stored = useSyncExternalStore(subscribe, () => browserStorage.get(setting));
  const organization = chosenWithin(organizations, stored);
  const choose = (id: number | undefined) => {
    if (id === undefined) browserStorage.remove(setting);
    else browserStorage.set(setting, `${id}`);
    notifyListeners();
  };
  const inScope: { organization?: number } = organization === undefined ? {} : { organization };
  return { organizations, organization, inScope, choose };
};
