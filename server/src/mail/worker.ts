import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { type Branding, findBranding } from '../branding/find-branding.ts';
import type { Database } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { Files } from '../platform/files/files.ts';
import { joinCalls } from '../platform/join-calls.ts';
import type { Log } from '../platform/observe/log.ts';
import { startPolling } from '../platform/poll.ts';
import { isDaytime, nextMorning } from './daytime.ts';
import { DELIVERY_LIMIT, type Deliver, MAX_DELIVERIES } from './delivery.ts';
import { compose } from './layout.ts';
import type { LetterBook, LetterKind } from './letters.ts';
import { logoAddress, readLogo } from './logo.ts';
import { DELIVERY_STEPS } from './states.ts';
import { mailboxOf, mails } from './tables.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const POLL_INTERVAL_MS = SECOND;
/** When the lease of a mail has ended, another worker takes it over. */
const LEASE_MS = 2 * DELIVERY_LIMIT;
const STOP_TIMEOUT_MS = 5 * SECOND;
/** Clocks of servers may differ by so much. */
const CLOCK_SKEW_MS = 10 * SECOND;
const DELIVERY_PERIOD_MS = 48 * HOUR;
const HOLD_PERIOD_MS = 30 * 24 * HOUR;
/** The most mails to a mailbox in a period, to protect the mailboxes of strangers. Further mails wait. */
export const MAILBOX_LIMIT = 60;

/** Returns the pause after a failed attempt: 30 s, doubled each time, at most 6 h. */
export const backOff = (attempts: number): number => Math.min(30 * SECOND * 2 ** (attempts - 1), 6 * HOUR);

/** RFC 3463: relaying denied, not authenticated. */
const isAboutSender = (response: unknown): boolean => /^\d{3}[ -]5\.7\./.test(String(response));

/** Whether the server rejects the recipient for good (5xx). After any other error the mail waits until operators fix it. */
const isFinal = (error: unknown): boolean =>
  error instanceof Error &&
  [550, 551, 553, 554].includes(Number(Reflect.get(error, 'responseCode'))) &&
  Reflect.get(error, 'command') === 'RCPT TO' &&
  !isAboutSender(Reflect.get(error, 'response'));

/** Describes an error for the log without the server's answer, which may name people. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return [error.name, Reflect.get(error, 'code'), Reflect.get(error, 'responseCode')]
    .filter(Boolean)
    .join(' ');
};

/** Explains an error to staff. */
const explain = (error: unknown): string =>
  error instanceof Error && 'response' in error ? String(error.response).slice(0, 500) : describe(error);

interface MailWorkerDeps {
  db: Database;
  files: Files;
  log: Log;
  publicUrl: string;
  letters: LetterBook;
  deliver: Deliver;
  /** Mails that are delivered at once, by default `MAX_DELIVERIES`. */
  atOnce?: number;
  clock(): Date;
  signal?: AbortSignal;
}

const now = sql`${sql.placeholder('now')}::timestamptz`;

const due = (more: SQL, limit: SQL) => sql`
  select id from mails where state = 'queued' and ${more} and due_at <= ${now}
  order by due_at limit ${limit} for update skip locked`;

/* Urgent mails come first. The array makes the planner find rows by id, however many wait. */
const dueMails = (most: SQL): SQL => sql`array(
  with urgent as materialized (${due(sql`urgent`, most)}),
  others as materialized (${due(sql`not urgent`, sql`${most} - (select count(*) from urgent)`)})
  select id from urgent union all select id from others)`;

/**
 * Moves mails that were queued before the clock was set back to the present, with the pause that they still have to wait.
 * Otherwise they would wait until the clock reaches their time again.
 */
export const moveMailsFromFuture = (db: Database, now: Date) =>
  db.execute(sql`
    update ${mails} set due_at = due_at - (created_at - ${now}::timestamptz), created_at = ${now}::timestamptz
    where id = any(array(
      select id from ${mails} where state = 'queued' and created_at > ${now}::timestamptz for update skip locked))`);

interface LeasedRow {
  readonly id: string;
  readonly recipient: string;
  readonly template: string;
  readonly data: object;
  readonly urgent: boolean;
  readonly attempts: number;
  readonly created_at: string;
  /** The person has not confirmed this mailbox. */
  readonly unconfirmed: boolean;
  /** The mailbox got as many mails in the last hour as it may. */
  readonly full: boolean;
}

const isUnconfirmed = sql`exists (
  select from ${accounts}
  where ${accounts.id} = ${mails.accountId} and ${accounts.email} = ${mails.recipient}
    and ${accounts.emailConfirmedAt} is null)`;

const isFull = sql`(
  select count(*) >= ${sql.raw(`${MAILBOX_LIMIT}`)} from (
    select from mails earlier
    where ${mailboxOf(sql`earlier.recipient`)} = ${mailboxOf(mails.recipient)} and earlier.state = 'sent'
      and earlier.sent_at > ${now} - interval '1 hour'
    limit ${sql.raw(`${MAILBOX_LIMIT}`)}) recent)`;

/** A statement for each number of mails, because PostgreSQL plans for the number that is written into it. */
const leaseOf = (most: number) =>
  statement<LeasedRow>(
    `lease_${most}_mails`,
    sql`
      update ${mails} set due_at = ${sql.placeholder('until')}::timestamptz, attempts = attempts + 1
      where ${mails.id} = any(${dueMails(sql.raw(`${most}`))})
      returning id, recipient, template, data, urgent, attempts, created_at,
        ${isUnconfirmed} as unconfirmed, ${isFull} as full`,
  );

const leases = new Map<number, ReturnType<typeof leaseOf>>();

const leaseMails = async (db: Database, at: Date, most: number) => {
  const lease = leases.get(most) ?? leaseOf(most);
  leases.set(most, lease);
  const rows = await lease(db, { now: at, until: new Date(at.getTime() + LEASE_MS) });
  return rows.map(({ created_at: createdAt, ...mail }) => ({ ...mail, createdAt: new Date(createdAt) }));
};

const withoutSecret = sql`${mails.data} - 'secret'`;

type WorkerStep = 'put_off' | 'give_up';

/** Skips a mail that another worker has finished. */
const applyStep = (
  db: Database,
  step: WorkerStep,
  { id }: { id: string },
  values: Omit<PgUpdateSetSource<typeof mails>, 'state'>,
) => {
  const { from, to } = DELIVERY_STEPS[step];
  return (
    db
      .update(mails)
      // An undefined state is not written.
      .set({ ...values, state: to ?? undefined })
      .where(and(eq(mails.id, id), inArray(mails.state, [...from])))
  );
};

type Leased = Awaited<ReturnType<typeof leaseMails>>[number];

const settleSent = statement(
  'settle_sent_mails',
  sql`
    update ${mails} set state = ${sql.raw(`'${DELIVERY_STEPS.deliver.to}'`)}, sent_at = ${now}, last_error = null,
      data = ${withoutSecret}
    where id = any(${sql.placeholder('ids')}::uuid[]) and state = any(${sql.placeholder('from')}::text[])`,
);

/** Notes mails as sent: the first at once, and those that are sent meanwhile together. */
const noteTogether = ({ db, clock }: MailWorkerDeps) =>
  joinCalls(async (ids: readonly string[]) => {
    await settleSent(db, { ids, now: clock(), from: DELIVERY_STEPS.deliver.from });
  });

const putOff = async ({ db, log, clock }: MailWorkerDeps, mail: Leased, error: unknown) => {
  const now = clock();
  const dead = isFinal(error) || now.getTime() - mail.createdAt.getTime() > DELIVERY_PERIOD_MS;
  log.warn(
    { mail: mail.id, template: mail.template, attempts: mail.attempts, reason: describe(error), dead },
    'mail failed',
  );
  await applyStep(db, dead ? 'give_up' : 'put_off', mail, {
    dueAt: new Date(now.getTime() + backOff(mail.attempts)),
    lastError: explain(error),
    ...(dead && { data: withoutSecret }),
  });
};

const hasEnded = ({ data, createdAt }: Leased, now: Date): boolean => {
  const { minutes = Number.POSITIVE_INFINITY } = data as { minutes?: number };
  return now.getTime() - createdAt.getTime() > minutes * MINUTE;
};

class UnknownLetter extends Error {
  override readonly name = 'UnknownLetter';
}

const NEVER_ABORTED = new AbortController().signal;

/** All mails that are leased together use the same. */
interface Round {
  readonly branding: Branding;
  readonly logo: Uint8Array | null;
  readonly noteSent: (id: string) => Promise<void>;
}

interface LeavingMail extends Round {
  readonly mail: Leased;
  readonly letter: LetterKind;
}

const send = async (deps: MailWorkerDeps, { mail, letter, branding, logo, noteSent }: LeavingMail) => {
  const { db, publicUrl, deliver, clock, signal = NEVER_ABORTED } = deps;
  const now = clock();
  if (hasEnded(mail, now)) {
    const handled = { handledAt: now, handledBy: 'system' };
    await applyStep(db, 'give_up', mail, { ...handled, data: withoutSecret });
    return;
  }
  try {
    const data = mail.data as object;
    const confirms = mail.unconfirmed ? { confirms: mail.id } : {};
    const picture = logo ? { logo: logoAddress(publicUrl) } : {};
    const composed = compose({ letter, data }, publicUrl, { ...confirms, ...picture, branding });
    await deliver({ id: mail.id, to: mail.recipient, ...composed, ...(logo && { logo }) }, signal);
  } catch (error) {
    if (signal.aborted) await applyStep(db, 'put_off', mail, { dueAt: clock(), attempts: mail.attempts - 1 });
    else await putOff(deps, mail, error);
    return;
  }
  await noteSent(mail.id);
};

/** The limit does not apply to urgent mails to a confirmed mailbox, nor to letters with a limit of their own. */
const isExempt = ({ mail, letter }: LeavingMail): boolean =>
  letter.hasOwnLimit || (mail.urgent && !mail.unconfirmed);

const holdUntil = ({ db }: MailWorkerDeps, mail: Leased, dueAt: Date) =>
  applyStep(db, 'put_off', mail, { dueAt, attempts: mail.attempts - 1 });

const holdBack = (deps: MailWorkerDeps, mail: Leased) =>
  holdUntil(deps, mail, new Date(deps.clock().getTime() + HOUR));

const withhold = (deps: MailWorkerDeps, mail: Leased) => {
  const waited = deps.clock().getTime() - mail.createdAt.getTime();
  if (waited <= HOLD_PERIOD_MS) return holdBack(deps, mail);
  return applyStep(deps.db, 'give_up', mail, {
    lastError: 'mailbox not confirmed',
    data: withoutSecret,
  });
};

const handle = (deps: MailWorkerDeps, mail: Leased, round: Round) => {
  const letter = deps.letters.get(mail.template);
  if (!letter) return putOff(deps, mail, new UnknownLetter());
  if (mail.unconfirmed && !letter.forUnconfirmed) return withhold(deps, mail);
  if (letter.inDaytime && !isDaytime(deps.clock())) return holdUntil(deps, mail, nextMorning(deps.clock()));
  const leaving = { mail, letter, ...round };
  return mail.full && !isExempt(leaving) ? holdBack(deps, mail) : send(deps, leaving);
};

/** Returns the number of leased mails. Unrecorded mails are retried after the lease. */
export const sendDueMails = async (deps: MailWorkerDeps): Promise<number> => {
  const leased = await leaseMails(deps.db, deps.clock(), deps.atOnce ?? MAX_DELIVERIES);
  if (leased.length === 0) return 0;
  const branding = await findBranding(deps.db);
  const round = { branding, logo: await readLogo(deps.files, branding), noteSent: noteTogether(deps) };
  const outcomes = await Promise.allSettled(leased.map((mail) => handle(deps, mail, round)));
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return leased.length;
};

/**
 * Pauses for `pollEvery` milliseconds while few mails or none are due, and while the database is unavailable. `stop` waits
 * for deliveries up to `stopWithin` milliseconds.
 */
export const startMailWorker = (
  deps: Omit<MailWorkerDeps, 'signal'>,
  { stopWithin = STOP_TIMEOUT_MS, pollEvery = POLL_INTERVAL_MS } = {},
): { stop(): Promise<void> } => {
  const hurrying = new AbortController();
  // The clock may also have been set back while no server ran.
  let latest = Number.POSITIVE_INFINITY;
  const work = async () => {
    const now = deps.clock();
    if (now.getTime() < latest - CLOCK_SKEW_MS) await moveMailsFromFuture(deps.db, now);
    latest = Number.isFinite(latest) ? Math.max(latest, now.getTime()) : now.getTime();
    const sent = await sendDueMails({ ...deps, signal: hurrying.signal });
    return sent === (deps.atOnce ?? MAX_DELIVERIES);
  };
  const polling = startPolling(work, {
    every: pollEvery,
    onError: (error) => deps.log.warn({ error }, 'mail queue away'),
  });
  return {
    stop: async () => {
      const hurry = setTimeout(() => hurrying.abort(), stopWithin);
      await polling.stop();
      clearTimeout(hurry);
    },
  };
};
