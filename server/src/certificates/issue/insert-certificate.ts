import { and, eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { certificates } from '../tables.ts';
import type { Holder } from './holder.ts';
import { type Issued, insertCertificates, type NewCertificates } from './insert-certificates.ts';

interface NewCertificate extends Omit<NewCertificates, 'holders'> {
  readonly holder: Holder;
  /** Null if it is issued without a class. */
  readonly registrationId: number | null;
}

export const insertCertificate = async (
  tx: Tx,
  { holder, registrationId, ...terms }: NewCertificate,
  context: Context<Staff>,
): Promise<Issued> => {
  const outcomes = await insertCertificates(tx, { ...terms, holders: [{ holder, registrationId }] }, context);
  const outcome = outcomes.get(holder.accountId);
  if (!outcome) throw new Error('the certificate has no outcome');
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
};

type EndColumns = Pick<typeof certificates.$inferInsert, 'endReason' | 'endedBy'>;

/** Returns whether it was valid until now. Name its successor by `nameSuccessor` once that exists. */
export const endCertificate = async (
  tx: Tx,
  id: number,
  state: 'renewed' | 'corrected' | 'revoked',
  ending: EndColumns & { readonly endedAt: Date },
): Promise<boolean> => {
  const { rowCount } = await tx
    .update(certificates)
    .set({ ...ending, state })
    .where(and(eq(certificates.id, id), eq(certificates.state, 'valid')));
  return rowCount === 1;
};

export const nameSuccessor = async (tx: Tx, id: number, replacedById: number): Promise<void> => {
  await tx.update(certificates).set({ replacedById }).where(eq(certificates.id, id));
};
