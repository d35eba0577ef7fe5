import { isoTaipei } from '@portal/contract/dates';
import type { QueueRow, RegistrationDetail } from '@portal/contract/office/reviews';
import { maskIdentity } from '../accounts/people/mask.ts';
import { hasStarted } from '../catalogue/rules.ts';
import { type Refusal, refusalText } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import type { OtherRegistrationRow, PageData, ReviewPage, StoredConcernFacts } from './office-queries.ts';
import type { QueueEntry, QueueGroup } from './office-queue.ts';
import { type ReviewAct, reviewRefusals } from './policy.ts';
import { ageAt, concernsOf, prerequisiteValidity } from './rules.ts';

const iso = (stored: string): string => isoTaipei(new Date(stored));

const presentConcerns = (facts: StoredConcernFacts, now: Date) =>
  concernsOf({ ...facts, startTime: new Date(facts.startTime) }, now);

export const presentQueueRow = (entry: QueueEntry, now: Date): QueueRow => ({
  id: entry.id,
  createdAt: iso(entry.createdAt),
  person: {
    id: entry.accountId,
    name: entry.name ?? '',
    identity: maskIdentity(entry.identity),
    hasPhoto: entry.facts.hasPhoto,
  },
  class: {
    code: entry.classCode,
    course: entry.course,
    organization: entry.organization,
    startTime: iso(entry.startTime),
  },
  group:
    entry.groupCode === null || entry.groupName === null
      ? null
      : { code: entry.groupCode, name: entry.groupName },
  concerns: presentConcerns(entry.facts, now),
});

const countBy = <T>(
  groups: readonly QueueGroup[],
  key: (group: QueueGroup) => string | null,
  present: (group: QueueGroup) => T,
) => {
  const found = new Map<string, T & { waiting: number; isMore: boolean }>();
  for (const group of groups) {
    const name = key(group);
    if (name === null) continue;
    const before = found.get(name);
    found.set(name, {
      ...present(group),
      waiting: (before?.waiting ?? 0) + group.waiting,
      isMore: (before?.isMore ?? false) || group.isMore,
    });
  }
  return [...found.values()];
};

export const presentFilters = (groups: readonly QueueGroup[]) => ({
  classes: countBy(
    groups,
    ({ classCode }) => classCode,
    ({ classCode, course, startTime }) => ({
      code: classCode,
      name: course,
      startTime: isoTaipei(new Date(startTime)),
    }),
  ),
  courses: countBy(
    groups,
    ({ courseCode }) => courseCode,
    ({ courseCode, course }) => ({ code: courseCode, name: course }),
  ),
  groups: countBy(
    groups,
    ({ groupCode }) => groupCode,
    ({ groupCode, groupName }) => ({ code: groupCode ?? '', name: groupName ?? '' }),
  ),
  organizations: countBy(
    groups,
    ({ organization }) => organization,
    ({ organizationId, organization }) => ({ id: organizationId, name: organization }),
  ),
});

const presentOther = ({
  id,
  state,
  reason,
  result,
  startTime,
  sameHours: _,
  ...opening
}: OtherRegistrationRow) => ({
  id,
  state,
  reason,
  result,
  class: { ...opening, startTime: iso(startTime) },
});

const presentPermission = (refusal: Refusal | null) => ({
  allowed: refusal === null,
  why: refusal && refusalText(refusal),
});

const presentCan = (page: ReviewPage, actor: Staff, now: Date): RegistrationDetail['can'] => {
  const { organizationId, startTime } = page.class;
  const refusals = reviewRefusals({ ...page, organizationId, startTime }, actor, now);
  const entries = Object.entries(refusals).map(([act, refusal]) => [act, presentPermission(refusal)]);
  return Object.fromEntries(entries) as Record<ReviewAct, ReturnType<typeof presentPermission>>;
};

const presentPerson = ({ account, home, career, education, class: { startTime } }: ReviewPage) => ({
  id: account.id,
  name: account.chineseName ?? '',
  englishName: account.englishName,
  country: account.country,
  identity: maskIdentity(account.account),
  sex: account.sex,
  age: account.birthday === null ? null : ageAt(account.birthday, startTime),
  hasPhoto: account.photoKey !== null,
  organization: home,
  phone: account.cellPhone,
  email: account.email,
  emailConfirmed: account.emailConfirmedAt !== null,
  employer: account.employer,
  career,
  education,
  complete: account.state,
  suspended: account.suspendedAt !== null,
});

export const presentDetail = (
  page: ReviewPage,
  { facts, others, notes, owed, refunds, report }: PageData,
  actor: Staff,
  now: Date,
): RegistrationDetail => {
  const { class: opening } = page;
  return {
    id: page.id,
    state: page.state,
    createdAt: isoTaipei(page.createdAt),
    updatedAt: isoTaipei(page.updatedAt),
    reason: page.reason,
    result: page.result,
    person: presentPerson(page),
    class: {
      id: opening.id,
      code: opening.code,
      course: page.course,
      courseCode: page.courseCode,
      organization: page.organization,
      startTime: isoTaipei(opening.startTime),
      place: opening.place,
      fee: opening.fee,
      limit: opening.limitNumber,
      number: opening.number,
      started: hasStarted(opening, now),
    },
    group: page.group,
    reported: report,
    owed,
    refunds: refunds.map((refund) => ({ ...refund, createdAt: isoTaipei(refund.createdAt) })),
    concerns: presentConcerns(facts, now),
    prerequisites: facts.prerequisites.map((held) => ({
      ...held,
      validity: prerequisiteValidity(held, opening.startTime),
    })),
    earlier: others.filter(({ sameHours }) => !sameHours).map(presentOther),
    sameHours: others.filter(({ sameHours }) => sameHours).map(presentOther),
    notes: notes.map((note) => ({ ...note, at: isoTaipei(note.at) })),
    can: presentCan(page, actor, now),
  };
};
