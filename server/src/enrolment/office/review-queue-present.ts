import { isoTaipei } from '@portal/contract/dates';
import type { QueueRow } from '@portal/contract/office/enrolment';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { concernsOfStored, presentSameNetwork } from '../review/concern-facts.ts';
import type { QueueEntry, WaitingCount } from '../review/review-queue-list.ts';

const iso = (stored: string): string => isoTaipei(new Date(stored));

export const presentQueueRow = (entry: QueueEntry, now: Date): QueueRow => ({
  id: entry.id,
  version: entry.version,
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
  concerns: concernsOfStored(entry.facts, now),
  sameNetwork: presentSameNetwork(entry.facts),
});

const sumWaitingBy = <T>(
  rows: readonly WaitingCount[],
  key: (row: WaitingCount) => string | null,
  present: (row: WaitingCount) => T,
) => {
  const found = new Map<string, T & { waiting: number; isMore: boolean }>();
  for (const row of rows) {
    const name = key(row);
    if (name === null) continue;
    const before = found.get(name);
    found.set(name, {
      ...present(row),
      waiting: (before?.waiting ?? 0) + row.waiting,
      isMore: (before?.isMore ?? false) || row.isMore,
    });
  }
  return [...found.values()];
};

export const presentFilters = (counts: readonly WaitingCount[]) => ({
  classes: sumWaitingBy(
    counts,
    ({ classCode }) => classCode,
    ({ classCode, course, startTime }) => ({
      code: classCode,
      name: course,
      startTime: isoTaipei(new Date(startTime)),
    }),
  ),
  courses: sumWaitingBy(
    counts,
    ({ courseCode }) => courseCode,
    ({ courseCode, course }) => ({ code: courseCode, name: course }),
  ),
  groups: sumWaitingBy(
    counts,
    ({ groupCode }) => groupCode,
    ({ groupCode, groupName }) => ({ code: groupCode ?? '', name: groupName ?? '' }),
  ),
  organizations: sumWaitingBy(
    counts,
    ({ organization }) => organization,
    ({ organizationId, organization }) => ({ id: organizationId, name: organization }),
  ),
});
