import { readableTime } from '@portal/contract/dates';
import { eq } from 'drizzle-orm';
import { queueMail } from '../../mail/queue.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { proveTrainee } from '../actors.ts';
import { endResetLinks, replaceResetLink } from '../passwords/reset-links.ts';
import { findAccount, isNumberTaken, lockAccount, type Person } from '../queries.ts';
import { recordOwnEvent } from '../record-own-event.ts';
import { endSessions } from '../sign-in/sessions.ts';
import { moveFailures } from '../sign-in/sign-in-budget.ts';
import { accounts } from '../tables.ts';
import { contactRestoredLetter } from './letters.ts';
import { findUndoLink, hasUndoLink, type UndoLink, useUndoLink } from './undo-links.ts';

const names = { email: '電子郵件', passportNo: '護照號碼或居留證號' } as const;
type UndoneField = keyof typeof names;

export const undoneFields = (link: UndoLink, person: Person): UndoneField[] => [
  ...(person.email === link.email ? [] : (['email'] as const)),
  ...(link.passportNo === null || person.passportNo === link.passportNo ? [] : (['passportNo'] as const)),
];

export const nameOf = (field: UndoneField): string => names[field];

interface Undo {
  readonly token: string;
  /** False if somebody else has taken the number meanwhile: the organisation then helps. */
  readonly restoresNumber: boolean;
  readonly now: Date;
}

const restore = async (tx: Tx, link: UndoLink, before: Person, { restoresNumber, now }: Undo) => {
  const number = restoresNumber && link.passportNo !== null ? { passportNo: link.passportNo } : {};
  const [after = before] = await tx
    .update(accounts)
    // The link was opened in that mailbox.
    .set({ email: link.email, emailConfirmedAt: now, ...number, updatedAt: now })
    .where(eq(accounts.id, link.accountId))
    .returning({ account: accounts.account });
  await moveFailures(tx, before.account, after.account);
};

/** The mail to the removed address does not name the owner. */
const queueBothMails = async (tx: Tx, link: UndoLink, before: Person, now: Date): Promise<void> => {
  const changed = undoneFields(link, before).map(nameOf).join('、') || names.email;
  const about = { what: changed, time: readableTime(now) };
  const recipients = [
    { email: link.email, name: before.chineseName ?? '' },
    ...(before.email === link.email ? [] : [{ email: before.email, name: '學員' }]),
  ];
  for (const { email, name } of recipients) {
    await queueMail(tx, { id: before.id, email }, contactRestoredLetter({ name, ...about }), now);
  }
};

interface Undone {
  readonly accountId: number;
  readonly resetToken: string | null;
}

const undo = async (tx: Tx, request: Undo): Promise<Undone> => {
  const { token, now } = request;
  const link = await findUndoLink(tx, token, now);
  if (!link) throw new Refusal('undo_link_ended');
  await lockAccount(tx, link.accountId);
  const before = await findAccount(tx, link.accountId);
  if (before.suspendedAt || !(await useUndoLink(tx, link, now))) throw new Refusal('undo_link_ended');
  await restore(tx, link, before, request);
  const actor = proveTrainee({ accountId: before.id });
  await recordOwnEvent(tx, { action: 'contact.undo' }, { actor, now });
  await endSessions(tx, link.accountId);
  await endResetLinks(tx, link.accountId, now);
  await queueBothMails(tx, link, before, now);
  // Links of later changes have ended.
  const isOldest = !(await hasUndoLink(tx, link.accountId, now));
  const resetToken = isOldest ? await replaceResetLink(tx, link.accountId, now) : null;
  return { accountId: before.id, resetToken };
};

/** Returns the token of a new reset link. Two simultaneous uses: one succeeds. */
export const undoContactChange = async (
  db: Database,
  { token }: { token: string },
  { now }: { now: Date },
): Promise<Undone> => {
  const attempt = (restoresNumber: boolean) =>
    inTransaction(db, (tx) => undo(tx, { token, restoresNumber, now }));
  try {
    return await attempt(true);
  } catch (error) {
    if (!isNumberTaken(error)) throw error;
    return attempt(false);
  }
};
