import { eq, inArray } from 'drizzle-orm';
import { certificates } from '../certificates/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { allocations } from '../money/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import { eventPeople } from './tables.ts';

/** The kind of record that each row of a file shows. */
export type PeopleSource = 'account' | 'registration' | 'certificate' | 'payment';

export interface PeopleRows {
  readonly of: PeopleSource;
  readonly ids: readonly number[];
}

type Find = (db: Executor, ids: number[]) => Promise<{ readonly accountId: number }[]>;

const finders: Readonly<Record<PeopleSource, Find>> = {
  account: async (_, ids) => ids.map((accountId) => ({ accountId })),
  registration: (db, ids) =>
    db
      .select({ accountId: registrations.accountId })
      .from(registrations)
      .where(inArray(registrations.id, ids)),
  certificate: (db, ids) =>
    db.select({ accountId: certificates.accountId }).from(certificates).where(inArray(certificates.id, ids)),
  payment: (db, ids) =>
    db
      .select({ accountId: registrations.accountId })
      .from(allocations)
      .innerJoin(registrations, eq(registrations.id, allocations.registrationId))
      .where(inArray(allocations.paymentId, ids)),
};

/** Stores who is in the file that the event hands out. Call it before these rows are sent. */
export const recordPeople = async (db: Executor, eventId: number, { of, ids }: PeopleRows): Promise<void> => {
  const found = await finders[of](db, [...ids]);
  const accountIds = [...new Set(found.map(({ accountId }) => accountId))].sort((a, b) => a - b);
  if (accountIds.length > 0) await db.insert(eventPeople).values({ eventId, accountIds });
};
