import { addDays, today } from '@portal/contract/dates';
import { proveTrainee } from '../src/accounts/actors.ts';
import { findAccount } from '../src/accounts/queries.ts';
import { inTransaction } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import { requestErasure } from '../src/privacy/request-erasure.ts';
import { recordRequest } from '../src/privacy/requests/record-request.ts';
import type { Staff } from '../src/staff/actors.ts';
import type { DemoPeople } from './load-people.ts';

interface Setting {
  readonly people: DemoPeople;
  readonly staff: Staff;
}

/** Two requests about personal data: a person asks for erasure, and another asked for a copy by letter. */
export const loadPrivacy = async (
  { db }: Pick<Services, 'db'>,
  { people: { cast }, staff }: Setting,
  now: Date,
): Promise<void> => {
  const morning = (daysAgo: number) => new Date(`${addDays(today(now), -daysAgo)}T10:00:00+08:00`);
  await inTransaction(db, async (tx) => {
    const actor = proveTrainee({ accountId: cast.wu });
    await requestErasure(tx, { actor, now: morning(26) });
    const { account: number } = await findAccount(tx, cast.tsai);
    const form = {
      kind: 'access',
      requestedOn: addDays(today(now), -3),
      note: '近三年的報名與繳費紀錄',
    } as const;
    await recordRequest(tx, { number, ...form }, { actor: staff, now: morning(3) });
  });
};
