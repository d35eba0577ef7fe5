import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import type { events } from '@portal/contract/office/audit';
import type { classesToIssue } from '@portal/contract/office/certificate-issuing';
import type { certificateList } from '@portal/contract/office/certificate-register';
import type { classList, officeClass } from '@portal/contract/office/classes';
import type { mailList } from '@portal/contract/office/correspondence';
import type {
  overdueList,
  registrationList,
  reviewFilters,
  reviewQueue,
} from '@portal/contract/office/enrolment';
import type { groupList } from '@portal/contract/office/groups';
import type { paymentList, refundList } from '@portal/contract/office/payment';
import type { personList } from '@portal/contract/office/people';
import type { privacyRequests } from '@portal/contract/office/privacy';
import type { renewalQueue } from '@portal/contract/office/renewals';
import type { waitingWork } from '@portal/contract/office/reports';
import type { currentSession, ownScope } from '@portal/contract/office/staff';
import type { statementAccounts, statementMatches } from '@portal/contract/office/statements';
import type { taughtClasses } from '@portal/contract/office/training';
import { type EarlyCall, earlyCall } from '@portal/kit/browser/early-answers.ts';
import { browserStorage } from '@portal/kit/browser/storage.ts';
import { chosenWithin, settingOf } from '../platform/chosen-scope.ts';
import { paths } from '../platform/paths.ts';
import { fetchPage, fetchPageAt } from './first-pages.ts';

/* Sends the first calls of a page while its code is fetched. Part of the first script, which imports no schema. */

type Reading = Endpoint & { readonly method: 'GET' };

/** A call without parameters but the chosen organisation. */
const list =
  <E extends Reading>(path: E['path']) =>
  (organization: number | undefined): EarlyCall =>
    earlyCall<Reading>('GET', path, { query: { organization } } as never);

type Section = ReturnType<typeof list>;

const sections: Readonly<Record<string, readonly Section[]>> = {
  [paths.trainingClasses.pattern]: [list<typeof classList>('/api/office/classes')],
  [paths.overdue.pattern]: [list<typeof overdueList>('/api/office/overdue')],
  [paths.teaching.pattern]: [list<typeof taughtClasses>('/api/office/taught-classes')],
  [paths.reviews.pattern]: [
    list<typeof reviewQueue>('/api/office/reviews'),
    list<typeof reviewFilters>('/api/office/reviews/filters'),
  ],
  [paths.registrations.pattern]: [list<typeof registrationList>('/api/office/registrations')],
  [paths.people.pattern]: [list<typeof personList>('/api/office/people')],
  [paths.accounts.pattern]: [list<typeof statementAccounts>('/api/office/statement-accounts')],
  [paths.payments.pattern]: [list<typeof paymentList>('/api/office/payments')],
  [paths.refunds.pattern]: [list<typeof refundList>('/api/office/refunds')],
  [paths.certificates.pattern]: [list<typeof classesToIssue>('/api/office/certificate-classes')],
  [paths.register.pattern]: [list<typeof certificateList>('/api/office/certificates')],
  [paths.renewals.pattern]: [list<typeof renewalQueue>('/api/office/renewals')],
  [paths.groups.pattern]: [list<typeof groupList>('/api/office/groups')],
  [paths.mails.pattern]: [list<typeof mailList>('/api/office/mails')],
  [paths.privacy.pattern]: [list<typeof privacyRequests>('/api/office/privacy/requests')],
  [paths.events.pattern]: [list<typeof events>('/api/office/events')],
};

/** Pages of one record, by the beginning of their address. */
const records = [
  {
    below: paths.trainingClasses.pattern,
    call: (id: number) => earlyCall<typeof officeClass>('GET', '/api/office/classes/:id', { params: { id } }),
  },
  {
    below: paths.accounts.pattern,
    call: (id: number) =>
      earlyCall<typeof statementMatches>('GET', '/api/office/statement-accounts/:id/matches', {
        params: { id },
      }),
  },
] as const;

const BASE = '/office';

/** Below the office, as the router names it. */
const addressOf = ({ pathname }: Pick<URL, 'pathname'>): string =>
  pathname.slice(BASE.length).replace(/\/$/, '') || '/';

/** A page fetches its code once. Later its calls need no head start. */
const opened = new Set<string>();

/** A filtered list makes its own calls. */
export const callFirst = (
  location: Pick<URL, 'pathname' | 'search'>,
  organization: number | undefined,
): void => {
  const address = addressOf(location);
  if (opened.has(address)) return;
  opened.add(address);
  for (const section of (location.search === '' && sections[address]) || []) void section(organization)();
  const [, below, id] = /^(\/\w+)\/(\d+)$/.exec(address) ?? [];
  for (const record of records) if (record.below === below) void record.call(Number(id))();
};

const read = async <E extends Endpoint>(call: EarlyCall): Promise<AnswerOf<E> | null> => {
  const answer = await call();
  return answer?.status === 200 ? (JSON.parse(answer.text) as AnswerOf<E>) : null;
};

const findOrganization = async (email: string): Promise<number | undefined> => {
  const scope = read<typeof ownScope>(earlyCall<typeof ownScope>('GET', '/api/office/scope', {}));
  const stored = browserStorage.get(settingOf(email));
  return stored === null ? undefined : chosenWithin((await scope) ?? [], stored);
};

/** The application and its page are fetched meanwhile. */
export const callAtStart = async (): Promise<void> => {
  const session = await read<typeof currentSession>(
    earlyCall<typeof currentSession>('GET', '/api/office/session', {}),
  );
  if (session?.stage !== 'in') return fetchPage('login');
  const organization = await findOrganization(session.email);
  void list<typeof waitingWork>('/api/office/waiting')(organization)();
  callFirst(location, organization);
};

export const fetchFirstPage = (): void => fetchPageAt(addressOf(location));
