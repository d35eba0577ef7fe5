import { today } from '@portal/contract/dates';
import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { certificates } from '../tables.ts';
import type { Holder } from './holder.ts';

export interface NewHolder {
  /** The account is locked. */
  readonly holder: Holder;
  /** Null if it is issued without a class. */
  readonly registrationId: number | null;
}

type HeldCertificate = 'none' | 'expired' | 'live';

/** Returns whether a person holds a certificate of the kind that was not ended, and whether its last day is over. */
const findHeldCertificates = async (tx: Tx, holders: readonly NewHolder[], kindId: number, day: string) => {
  const held = await tx
    .select({ accountId: certificates.accountId, endTime: certificates.endTime })
    .from(certificates)
    .where(
      and(
        inArray(
          certificates.accountId,
          holders.map(({ holder }) => holder.accountId),
        ),
        eq(certificates.kindId, kindId),
        eq(certificates.state, 'valid'),
      ),
    );
  const ends = new Map(held.map(({ accountId, endTime }) => [accountId, endTime]));
  return ({ holder }: NewHolder): HeldCertificate => {
    const end = ends.get(holder.accountId);
    if (end === undefined) return 'none';
    return end < day ? 'expired' : 'live';
  };
};

const lapse = async (tx: Tx, holders: readonly NewHolder[], kindId: number, now: Date): Promise<void> => {
  if (holders.length === 0) return;
  await tx
    .update(certificates)
    .set({ state: 'lapsed', endedAt: now })
    .where(
      and(
        inArray(
          certificates.accountId,
          holders.map(({ holder }) => holder.accountId),
        ),
        eq(certificates.kindId, kindId),
        eq(certificates.state, 'valid'),
      ),
    );
};

interface Validity {
  readonly kindId: number;
  /** The last valid day of the new certificates. */
  readonly endTime: string;
}

export interface PreparedHolders {
  readonly ready: readonly NewHolder[];
  readonly state: (each: NewHolder) => 'valid' | 'lapsed';
  readonly refused: ReadonlyMap<number, Refusal>;
}

/**
 * A person may have one valid certificate of a kind. Ends those that have expired, and refuses people who hold one that
 * has not.
 */
export const prepareHolders = async (
  tx: Tx,
  holders: readonly NewHolder[],
  { kindId, endTime }: Validity,
  now: Date,
): Promise<PreparedHolders> => {
  const day = today(now);
  const heldBy = await findHeldCertificates(tx, holders, kindId, day);
  const isOver = endTime < day;
  const refused = new Map<number, Refusal>();
  for (const each of holders) {
    const { accountId, chineseName, englishName } = each.holder;
    if (!chineseName && !englishName) refused.set(accountId, new Refusal('certificate_name'));
    else if (heldBy(each) === 'live' && !isOver) refused.set(accountId, new Refusal('certificate_live'));
  }
  const ready = holders.filter(({ holder }) => !refused.has(holder.accountId));
  const expired = ready.filter((each) => heldBy(each) === 'expired');
  if (!isOver) await lapse(tx, expired, kindId, now);
  const state = (each: NewHolder) => (isOver && heldBy(each) !== 'none' ? 'lapsed' : 'valid');
  return { ready, state, refused };
};
