import { ownScope } from '@portal/contract/office/staff';
import { browserStorage } from '@portal/kit/browser/storage.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from './call.ts';
import { chosenWithin, settingOf } from './chosen-scope.ts';
import { sessionQuery } from './session.ts';

export const scopeKey = ['scope'] as const;

export const ownScopeQuery = queryOptions({
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
