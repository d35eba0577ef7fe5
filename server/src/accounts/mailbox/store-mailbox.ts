import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { auditEvents } from '../../audit/tables.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { endResetLinks } from '../passwords/reset-links.ts';
import { findAccount, lockAccount, type Person } from '../queries.ts';
import { accounts, passwordCodes } from '../tables.ts';
import { leaveMailbox } from './leave-mailbox.ts';

interface BranchMailbox {
  readonly accountId: number;
  readonly email: string;
  readonly proof: 'card' | 'phone';
  /** The number that the person named. */
  readonly phone: string | null;
}

const ACTION = 'account.set_mailbox';

const wasStoredByBranch = async (db: Executor, accountId: number): Promise<boolean> => {
  const isIt = and(
    eq(auditEvents.action, ACTION),
    eq(auditEvents.subject, 'account'),
    eq(auditEvents.subjectId, accountId),
  );
  return (await db.$count(auditEvents, isIt)) > 0;
};

/** Whether the person has no mailbox, or one that the branch has typed and nobody has confirmed yet. */
const mayBeStored = async (
  db: Executor,
  { id, passwordIsBirthday, email, emailConfirmedAt }: Person,
): Promise<boolean> => {
  if (!passwordIsBirthday) return false;
  return email === null || (emailConfirmedAt === null && (await wasStoredByBranch(db, id)));
};

const digitsOf = (phone: string): string => phone.replace(/[^0-9]/g, '');

const isPhoneOf = ({ cellPhone, homePhone, companyPhone }: Person, phone: string): boolean =>
  digitsOf(phone) !== '' &&
  [cellPhone, homePhone, companyPhone].some((known) => known !== null && digitsOf(known) === digitsOf(phone));

const endCodes = async (tx: Tx, accountId: number, now: Date): Promise<void> => {
  await tx
    .update(passwordCodes)
    .set({ endedAt: now })
    .where(and(eq(passwordCodes.accountId, accountId), isNull(passwordCodes.endedAt)));
};

/** Stores the mailbox of a person with the default password, who then sets a password with a code from it. */
export const storeMailbox = async (
  tx: Tx,
  { accountId, email, proof, phone }: BranchMailbox,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await lockAccount(tx, accountId);
  const before = await findAccount(tx, accountId);
  if (!(await mayBeStored(tx, before))) throw new Refusal('mailbox_stored');
  if (proof === 'phone' && !isPhoneOf(before, phone ?? '')) throw new Refusal('phone_unknown');
  await tx.update(accounts).set({ email, updatedAt: now }).where(eq(accounts.id, accountId));
  await endCodes(tx, accountId, now);
  await endResetLinks(tx, accountId, now);
  await leaveMailbox(tx, before, email, now);
  const event = {
    actor,
    action: ACTION,
    subject: 'account',
    subjectId: accountId,
    after: { proof },
  } as const;
  await recordEvent(tx, event, now);
};
