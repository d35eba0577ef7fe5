import type { OfficeSession, Organization } from '@portal/contract/office/staff';
import { forgetAtWrites } from '@portal/kit/browser/early-answers.ts';
import { browserStorage } from '@portal/kit/browser/storage.ts';
import type { QueryClient } from '@tanstack/react-query';
import { chosenWithin, settingOf } from '../platform/chosen-scope.ts';
import { scopeKey } from '../platform/scope.ts';
import { sessionKey } from '../platform/session.ts';
import { callFirst } from './first-calls.ts';
import type { Router } from './pending-navigation.ts';

const organizationOf = (queries: QueryClient): number | undefined => {
  const { email } = queries.getQueryData<OfficeSession>(sessionKey) ?? {};
  const own = queries.getQueryData<Organization[]>(scopeKey) ?? [];
  return chosenWithin(own, browserStorage.get(settingOf(email)));
};

/** While the code of a page is fetched, its first calls are made: after links, and after what leads on from a form. */
export const callAheadOfPages = (queries: QueryClient, router: Router): void => {
  router.subscribe(({ navigation }) => {
    if (navigation.state === 'loading') callFirst(navigation.location, organizationOf(queries));
  });
  forgetAtWrites(queries.getMutationCache());
};
