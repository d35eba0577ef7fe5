import { today } from '@portal/contract/dates';
import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '../platform/database/database.ts';
import type { PersonMove } from '../platform/database/person-move.ts';
import { certificates } from './tables.ts';

export interface MovedCertificate {
  readonly id: number;
  readonly state: string;
  readonly replacedById: number | null;
}

interface Moved {
  readonly moved: readonly MovedCertificate[];
  readonly lapsed: readonly number[];
}

const other = alias(certificates, 'other');

/** The other person has a valid certificate of the same kind. */
const otherHas = (tx: Tx, otherId: number, condition?: SQL): SQL =>
  sql`exists (${tx
    .select({ one: sql`1` })
    .from(other)
    .where(
      and(
        eq(other.accountId, otherId),
        eq(other.kindId, certificates.kindId),
        eq(other.state, 'valid'),
        condition,
      ),
    )})`;

/** Where both accounts have a valid certificate of a kind, ends the one that ends first, if it has expired. */
const lapseExpired = async (tx: Tx, { from, to }: PersonMove, now: Date): Promise<number[]> => {
  const lapsed: number[] = [];
  for (const [accountId, otherId, isFirst] of [
    [from, to, sql`${other.endTime} >= ${certificates.endTime}`],
    [to, from, sql`${other.endTime} >= ${certificates.endTime}`],
  ] as const) {
    const rows = await tx
      .update(certificates)
      .set({ state: 'lapsed', endedAt: now })
      .where(
        and(
          eq(certificates.accountId, accountId),
          eq(certificates.state, 'valid'),
          lt(certificates.endTime, today(now)),
          otherHas(tx, otherId, isFirst),
        ),
      )
      .returning({ id: certificates.id });
    lapsed.push(...rows.map(({ id }) => id));
  }
  return lapsed;
};

/** Kinds of which both people have a certificate that is still valid. */
export const findSameKinds = async (tx: Tx, { from, to }: PersonMove, now: Date): Promise<number[]> => {
  const isCurrent = sql`${certificates.endTime} >= ${today(now)}`;
  const rows = await tx
    .select({ kindId: certificates.kindId })
    .from(certificates)
    .where(
      and(
        eq(certificates.accountId, from),
        eq(certificates.state, 'valid'),
        isCurrent,
        otherHas(tx, to, sql`${other.endTime} >= ${today(now)}`),
      ),
    );
  return rows.flatMap(({ kindId }) => (kindId === null ? [] : [kindId]));
};

/** A certificate and the one that replaced it move together. */
export const moveCertificates = async (tx: Tx, move: PersonMove, now: Date): Promise<Moved> => {
  const lapsed = await lapseExpired(tx, move, now);
  const moved = await tx
    .update(certificates)
    .set({ accountId: move.to })
    .where(eq(certificates.accountId, move.from))
    .returning({
      id: certificates.id,
      state: certificates.state,
      replacedById: certificates.replacedById,
    });
  return { moved: moved.toSorted((a, b) => a.id - b.id), lapsed };
};

interface Returned {
  readonly ids: readonly number[];
  readonly lapsed: readonly number[];
}

/** Moves certificates back. Those that lapsed by the merge are valid again, unless something else happened to them. */
export const returnCertificates = async (
  tx: Tx,
  { from, to }: PersonMove,
  { ids, lapsed }: Returned,
): Promise<number> => {
  const { rowCount } = await tx
    .update(certificates)
    .set({ accountId: to })
    .where(and(eq(certificates.accountId, from), inArray(certificates.id, [...ids])));
  const sameKind = alias(certificates, 'same_kind');
  const hasValid = tx
    .select({ one: sql`1` })
    .from(sameKind)
    .where(
      and(
        eq(sameKind.accountId, certificates.accountId),
        eq(sameKind.kindId, certificates.kindId),
        eq(sameKind.state, 'valid'),
      ),
    );
  await tx
    .update(certificates)
    .set({ state: 'valid', endedAt: null })
    .where(
      and(
        inArray(certificates.id, [...lapsed]),
        eq(certificates.state, 'lapsed'),
        sql`not exists (${hasValid})`,
      ),
    );
  return rowCount ?? 0;
};
