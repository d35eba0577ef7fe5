import { UNDO_SECONDS } from '@portal/contract/office/undo';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { LetterKind, Mail } from './letters.ts';
import { mails } from './tables.ts';

interface Recipient {
  /** Null for staff. */
  readonly id: number | null;
  readonly email: string | null;
  /** False: a former address that was never confirmed. Its mails are not urgent. */
  readonly hasConfirmedMailbox?: boolean;
}

/** Named as the columns. */
const rowOf = (
  { id, hasConfirmedMailbox }: Recipient,
  recipient: string,
  { letter, data, heldFor }: Mail,
) => ({
  account_id: id,
  recipient,
  template: letter.template,
  data,
  urgent: hasConfirmedMailbox !== false && letter.urgent,
  for_unconfirmed: letter.forUnconfirmed,
  held_for: heldFor ?? null,
});

const now = sql`${sql.placeholder('now')}::timestamptz`;
const heldUntil = sql`${now} + interval '1 second' * ${sql.raw(`${UNDO_SECONDS}`)}`;

/*
 * Mails do not overtake a held one to the same person; urgent mails do. `offset 0` keeps PostgreSQL from looking for held
 * ones in the index of the waiting mails, which it would read whole for each new mail: it takes the queue to be short.
 */
const insertMails = statement(
  'queue_mails',
  sql`
    insert into ${mails} (
      account_id, recipient, template, data, urgent, for_unconfirmed, held_for, due_at, created_at)
    select account_id, recipient, template, data, urgent, for_unconfirmed, held_for,
      case
        when held_for is not null then ${heldUntil}
        when urgent then ${now}
        else greatest(${now}, (
          select max(own.due_at) from (
            select state, held_for, due_at from ${mails} where account_id = queued.account_id offset 0) own
          where own.state = 'queued' and own.held_for is not null and own.due_at <= ${heldUntil}))
      end, ${now}
    from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as queued (
      account_id bigint, recipient text, template text, data jsonb, urgent boolean, for_unconfirmed boolean,
      held_for text)`,
);

/** Rows of one statement. */
const ROWS_AT_ONCE = 1000;

/** Queues mails that are sent at least once after the commit. Skips people without an address. */
export const queueMails = async <R extends Recipient>(
  tx: Tx,
  recipients: readonly R[],
  compose: (to: R) => Mail,
  now: Date,
): Promise<void> => {
  const rows = recipients.flatMap((to) => (to.email === null ? [] : [rowOf(to, to.email, compose(to))]));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await insertMails(tx, { rows: JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE)), now });
  }
};

export const queueMail = (tx: Tx, to: Recipient, mail: Mail, now: Date): Promise<void> =>
  queueMails(tx, [to], () => mail, now);

export const releaseMails = async (tx: Tx, accountId: number, now: Date): Promise<void> => {
  await tx
    .update(mails)
    .set({ dueAt: now, createdAt: now })
    .where(and(eq(mails.accountId, accountId), eq(mails.state, 'queued'), eq(mails.forUnconfirmed, false)));
};

interface Redirection {
  readonly accountId: number;
  /** The former address of the account. */
  readonly from: string;
  readonly to: string;
  /** The letters that stay with the former address. */
  readonly except: readonly LetterKind[];
}

/** Waiting mails to the former address go to the new one. */
export const redirectMails = async (tx: Tx, { accountId, from, to, except }: Redirection): Promise<void> => {
  const staying = except.map(({ template }) => template);
  await tx
    .update(mails)
    .set({ recipient: to })
    .where(
      and(
        eq(mails.accountId, accountId),
        eq(mails.state, 'queued'),
        eq(mails.recipient, from),
        notInArray(mails.template, staying),
      ),
    );
};

/** Notes who dealt with an undeliverable mail. `by` is the name of an actor, as events have it. */
export const noteHandled = async (tx: Tx, id: string, by: string, now: Date): Promise<void> => {
  await tx.update(mails).set({ handledAt: now, handledBy: by }).where(eq(mails.id, id));
};
