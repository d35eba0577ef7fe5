import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { SignedInTrainee } from '../gate.ts';
import { lockAccount } from '../queries.ts';
import { sessions } from '../tables.ts';
import { endSessions, IDLE_LIMIT } from './sessions.ts';

const ofCaller = ({ accountId }: SignedInTrainee) => eq(sessions.accountId, accountId);

export const findOwnSessions = (db: Database, actor: SignedInTrainee, now: Date) => {
  const current = sql<boolean>`${sessions.tokenHash} = ${actor.tokenHash}`;
  const idleSince = new Date(now.getTime() - IDLE_LIMIT);
  return db
    .select({
      id: sessions.lineage,
      device: sessions.device,
      network: sessions.network,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      current,
    })
    .from(sessions)
    .where(and(ofCaller(actor), gt(sessions.expiresAt, now), gt(sessions.lastUsedAt, idleSince)))
    .orderBy(desc(current), desc(sessions.lastUsedAt));
};

export type OwnSessionRow = Awaited<ReturnType<typeof findOwnSessions>>[number];

/** Does nothing for ended sessions and those of others. */
export const endOwnSession = async (
  db: Database,
  { id }: { id: string },
  { actor }: Context<SignedInTrainee>,
): Promise<void> => {
  // PostgreSQL rejects some text, for example NUL.
  if (!/^[0-9a-p]{32}$/.test(id)) throw new Refusal('not_found');
  await db.delete(sessions).where(and(ofCaller(actor), eq(sessions.lineage, id)));
};

export const endOtherSessions = (
  db: Database,
  { actor: { accountId, tokenHash } }: Context<SignedInTrainee>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    await endSessions(tx, accountId, tokenHash);
  });
