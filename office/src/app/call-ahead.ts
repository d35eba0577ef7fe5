import type { OfficeSession, Organization } from '@portal/contract/office/staff';
import { forgetEarlyAnswers } from '@portal/kit/browser/early-answers.ts';
import { browserStorage } from '@portal/kit/browser/storage.ts';
import type { QueryClient } from '@tanstack/react-query';
import { chosenWithin, settingOf } from '../platform/chosen-scope.ts';
import { scopeKey } from '../platform/scope.ts';
import { sessionKey } from '../platform/session.ts';
import { callFirst } from './first-calls.ts';

const organizationOf = (queries: QueryClient): number | undefined => {
  const { email } = queries.getQueryData<OfficeSession>(sessionKey) ?? {};
  const own = queries.getQueryData<Organization[]>(scopeKey) ?? [];
  return chosenWithin(own, browserStorage.get(settingOf(email)));
};

/** A pressed link fetches the code of a page and makes its first calls at once. */
export const callAheadOfPages = (queries: QueryClient): void => {
  const follow = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin === location.origin) callFirst(link, organizationOf(queries));
  };
  document.addEventListener('click', follow, { capture: true });
  // The page must see what a write has changed.
  queries.getMutationCache().subscribe(({ type }) => type === 'updated' && forgetEarlyAnswers());
};
