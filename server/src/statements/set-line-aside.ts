import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { bankAccounts } from '../catalogue/tables.ts';
import { mayConfirm } from '../payment/policy.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { isUsed } from './queries.ts';
import { statementLines } from './tables.ts';

/** Throws `not_found` if the line is unknown or the caller may not confirm payments of its account. */
const lockLine = async (tx: Tx, id: number, actor: Staff) => {
  const [found] = await tx
    .select({ aside: statementLines.aside, organizationId: bankAccounts.organizationId })
    .from(statementLines)
    .innerJoin(bankAccounts, eq(bankAccounts.id, statementLines.bankAccountId))
    .where(eq(statementLines.id, id))
    .for('no key update', { of: statementLines });
  if (!found || !mayConfirm(actor, found)) throw new Refusal('not_found');
  return found;
};

const refuseUsed = async (tx: Tx, id: number): Promise<void> => {
  const [used] = await tx
    .select({ one: sql`1` })
    .from(statementLines)
    .where(and(eq(statementLines.id, id), isUsed(tx)));
  if (used) throw new Refusal('line_used');
};

/** Marks the line as no payment. A repeat changes nothing. Throws `line_used` if a payment uses the line. */
export const setLineAside = async (
  tx: Tx,
  { lineId, reason }: { lineId: number; reason: string },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { aside, organizationId } = await lockLine(tx, lineId, actor);
  if (aside !== null) return;
  await refuseUsed(tx, lineId);
  await tx
    .update(statementLines)
    .set({ aside: 'by_hand', asideReason: reason })
    .where(eq(statementLines.id, lineId));
  const event = { actor, action: 'statement_line.set_aside', subject: 'statement_line' } as const;
  await recordEvent(tx, { ...event, subjectId: lineId, organizationId, after: { reason } }, now);
};

/** Opens a line that was set aside by hand. Does nothing for other lines. */
export const takeLineBack = async (
  tx: Tx,
  { lineId }: { lineId: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { aside, organizationId } = await lockLine(tx, lineId, actor);
  if (aside !== 'by_hand') return;
  await tx
    .update(statementLines)
    .set({ aside: null, asideReason: null })
    .where(eq(statementLines.id, lineId));
  const event = { actor, action: 'statement_line.take_back', subject: 'statement_line' } as const;
  await recordEvent(tx, { ...event, subjectId: lineId, organizationId }, now);
};
