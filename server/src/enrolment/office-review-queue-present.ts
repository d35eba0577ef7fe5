import { isoTaipei } from '@portal/contract/dates';
import type { QueueRow } from '@portal/contract/office/reviews';
import { maskIdentity } from '../accounts/people/mask.ts';
import { concernsIn } from './concern-facts.ts';
import type { QueueEntry, WaitingCount } from './review-queue-list.ts';

const iso = (stored: string): string => isoTaipei(new Date(stored));

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
  concerns: concernsIn(entry.facts, now),
});

const countBy = <T>(
  counts: readonly WaitingCount[],
  key: (count: WaitingCount) => string | null,
  present: (count: WaitingCount) => T,
) => {
  const found = new Map<string, T & { waiting: number; isMore: boolean }>();
  for (const count of counts) {
    const name = key(count);
    if (name === null) continue;
    const before = found.get(name);
    found.set(name, {
      ...present(count),
      waiting: (before?.waiting ?? 0) + count.waiting,
      isMore: (before?.isMore ?? false) || count.isMore,
    });
  }
  return [...found.values()];
};

export const presentFilters = (counts: readonly WaitingCount[]) => ({
  classes: countBy(
    counts,
    ({ classCode }) => classCode,
    ({ classCode, course, startTime }) => ({
      code: classCode,
      name: course,
      startTime: isoTaipei(new Date(startTime)),
    }),
  ),
  courses: countBy(
    counts,
    ({ courseCode }) => courseCode,
    ({ courseCode, course }) => ({ code: courseCode, name: course }),
  ),
  groups: countBy(
    counts,
    ({ groupCode }) => groupCode,
    ({ groupCode, groupName }) => ({ code: groupCode ?? '', name: groupName ?? '' }),
  ),
  organizations: countBy(
    counts,
    ({ organization }) => organization,
    ({ organizationId, organization }) => ({ id: organizationId, name: organization }),
  ),
});
