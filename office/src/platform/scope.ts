import { type Organization, ownScope } from '@portal/contract/office/staff';
import { browserStorage } from '@portal/kit/browser/storage.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from './call.ts';
import { sessionQuery } from './session.ts';

export const scopeKey = ['scope'] as const;

const ownScopeQuery = queryOptions({
  queryKey: scopeKey,
  queryFn: ({ signal }) => call(ownScope, { signal }),
  staleTime: 10 * 60_000,
});

const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/** Follows other tabs. */
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

const settingOf = (email: string | undefined) => `office.scope.${email}`;

/** Ignores a choice that is no longer possible. */
export const chosenWithin = (own: readonly Organization[], stored: string | null): number | undefined =>
  own.length > 1 ? own.find(({ id }) => `${id}` === stored)?.id : undefined;

/** `inScope` belongs into the query and the query key of each list. */
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
