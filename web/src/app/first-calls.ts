import type { classDetail } from '@portal/contract/catalogue';
import type {
  certificates,
  oldCertificates,
  renewalInquiries,
  renewalPage,
} from '@portal/contract/certificates';
import type { classDocuments } from '@portal/contract/documents';
import type { precheck, records, registrationInfo } from '@portal/contract/enrolment';
import type { groupDetail, groups, roster } from '@portal/contract/groups';
import type { paymentCheck } from '@portal/contract/payment';
import type { groupClassRoster, trainingRecords } from '@portal/contract/training';
import {
  type EarlyCall,
  earlyCall,
  forgetAtWrites,
  forgetEarlyAnswers,
} from '@portal/kit/browser/early-answers.ts';
import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { type PathName, paths } from '../platform/paths.ts';
import { currentUser, onSessionChange, tokenSettled } from '../platform/session.ts';

/* Loaded for people who are logged in: sends the first calls of their pages while the code of the page is fetched. */

interface Address {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
}

const ownRecords = earlyCall<typeof records>('POST', '/api/class/personal/Record', {});

const inquiries = earlyCall<typeof renewalInquiries>('GET', '/api/renewals/inquiries', {});

const groupIn = (search: URLSearchParams) => search.get('group') ?? undefined;

/** The calls as the pages write them. In another order of parameters they would be other calls. */
const firstCalls: { readonly [name in PathName]?: (address: Address) => readonly EarlyCall[] } = {
  home: () => [ownRecords],
  records: () => [ownRecords],
  trainingRecords: ({ search }) =>
    search.size > 0
      ? []
      : [
          earlyCall<typeof trainingRecords>('POST', '/api/class/personal/TrainingRecord', {
            query: { type: 'Pagination', num: '10', page: '1' },
          }),
        ],
  certificates: () => [
    earlyCall<typeof certificates>('POST', '/api/class/personal/CertLists', {}),
    earlyCall<typeof oldCertificates>('POST', '/api/class/personal/OldCertLists', {}),
    inquiries,
  ],
  renewal: ({ params: { code = '' } }) => [
    earlyCall<typeof renewalPage>('POST', '/api/class/:code/recert_page', { params: { code } }),
  ],
  paymentReport: ({ params: { code = '' }, search }) => [
    earlyCall<typeof paymentCheck>('POST', '/api/class/:code/check', {
      params: { code },
      query: { group: groupIn(search) },
    }),
  ],
  personalEnrolment: ({ params: { code = '' } }) => [
    earlyCall<typeof precheck>('POST', '/api/class/personal/precheck', { body: { code } }),
    earlyCall<typeof classDetail>('GET', '/api/class/:code', { params: { code } }),
    earlyCall<typeof classDocuments>('GET', '/api/class/:code/documents', { params: { code }, query: {} }),
  ],
  registrationInfo: ({ params: { code = '' }, search }) => [
    earlyCall<typeof registrationInfo>('POST', '/api/class/personal/check', {
      body: { code },
      query: { group: groupIn(search) },
    }),
  ],
  documents: ({ params: { code = '' }, search }) => [
    earlyCall<typeof classDocuments>('GET', '/api/class/:code/documents', {
      params: { code },
      query: { group: groupIn(search) },
    }),
  ],
  groupEnrolment: ({ params: { code = '' }, search }) => [
    earlyCall<typeof roster>('GET', '/api/class/group/:code', {
      params: { code },
      query: { group: groupIn(search) },
    }),
  ],
  groups: () => [earlyCall<typeof groups>('POST', '/api/class/groups', {})],
  groupMember: ({ params: { GroupCode = '' } }) => [
    earlyCall<typeof groupDetail>('POST', '/api/class/groups/:GroupCode', {
      params: { GroupCode },
      body: { type: 'belong' },
    }),
  ],
  groupManagement: ({ params: { GroupCode = '' } }) => [
    earlyCall<typeof groupDetail>('POST', '/api/class/groups/:GroupCode', {
      params: { GroupCode },
      body: { type: 'admin' },
    }),
  ],
  groupClassRoster: ({ params: { GroupCode = '', code = '' } }) => [
    earlyCall<typeof groupClassRoster>('POST', '/api/class/groups/:GroupCode/:code', {
      params: { GroupCode, code },
    }),
  ],
};

const names = Object.keys(paths) as PathName[];

/** The code of a page is fetched once. Later its calls need no head start. */
const opened = new Set<PathName>();

const callFirst = async ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Promise<void> => {
  await tokenSettled();
  const user = currentUser();
  if (!user?.state) return;
  for (const name of names) {
    const found = matchPath({ path: paths[name].pattern, caseSensitive: true }, pathname);
    if (!found) continue;
    const calls = opened.has(name)
      ? []
      : firstCalls[name]?.({ params: found.params, search: new URLSearchParams(search) });
    opened.add(name);
    for (const send of calls ?? []) send(user.token);
    return;
  }
};

const followLink = ({ target }: Event) => {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.origin === location.origin) void callFirst(link);
};

/** Links, and what leads on from a form. */
const followNavigations = () => {
  const { navigation } = window as { navigation?: Navigation };
  if (navigation)
    navigation.addEventListener('navigate', ({ destination }) => {
      if (destination.sameDocument) void callFirst(new URL(destination.url));
    });
  // Browsers before 2026 tell only of links.
  else document.addEventListener('click', followLink, { capture: true });
};

let isStarted = false;

export const callAheadOfPages = (queries: QueryClient): void => {
  if (isStarted) return;
  isStarted = true;
  onSessionChange(forgetEarlyAnswers);
  forgetAtWrites(queries.getMutationCache());
  followNavigations();
  void callFirst(location);
};
