import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { type Branding, findBranding } from '../branding/find-branding.ts';
import type { Database } from '../platform/database/database.ts';
import type { Files } from '../platform/files/files.ts';
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
  clock(): Date;
  signal?: AbortSignal;
}

const due = (more: SQL, now: Date, limit: SQL) => sql`
  select id from mails where state = 'queued' and ${more} and due_at <= ${now}
  order by due_at limit ${limit} for update skip locked`;

/* Urgent mails come first. The array makes the planner find rows by id, however many wait. */
const dueMails = (now: Date): SQL => sql`array(
  with urgent as materialized (${due(sql`urgent`, now, sql`${MAX_DELIVERIES}`)}),
  others as materialized (${due(sql`not urgent`, now, sql`${MAX_DELIVERIES} - (select count(*) from urgent)`)})
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

const leaseMails = (db: Database, now: Date) =>
  db
    .update(mails)
    .set({ dueAt: new Date(now.getTime() + LEASE_MS), attempts: sql`${mails.attempts} + 1` })
    .where(sql`${mails.id} = any(${dueMails(now)})`)
    .returning();

const withoutSecret = sql`${mails.data} - 'secret'`;

type WorkerStep = 'deliver' | 'put_off' | 'give_up';

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

type Leased = typeof mails.$inferSelect;

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

interface LeavingMail {
  readonly mail: Leased;
  readonly letter: LetterKind;
  readonly unconfirmed: boolean;
  readonly branding: Branding;
  readonly logo: Uint8Array | null;
}

const send = async (deps: MailWorkerDeps, { mail, letter, unconfirmed, branding, logo }: LeavingMail) => {
  const { db, publicUrl, deliver, clock, signal = NEVER_ABORTED } = deps;
  const now = clock();
  if (hasEnded(mail, now)) {
    const handled = { handledAt: now, handledBy: 'system' };
    await applyStep(db, 'give_up', mail, { ...handled, data: withoutSecret });
    return;
  }
  try {
    const data = mail.data as object;
    const confirms = unconfirmed ? { confirms: mail.id } : {};
    const picture = logo ? { logo: logoAddress(publicUrl) } : {};
    const composed = compose({ letter, data }, publicUrl, { ...confirms, ...picture, branding });
    await deliver({ id: mail.id, to: mail.recipient, ...composed, ...(logo && { logo }) }, signal);
  } catch (error) {
    if (signal.aborted) await applyStep(db, 'put_off', mail, { dueAt: clock(), attempts: mail.attempts - 1 });
    else await putOff(deps, mail, error);
    return;
  }
  await applyStep(db, 'deliver', mail, { sentAt: clock(), lastError: null, data: withoutSecret });
};

const findFull = async (db: Database, leased: readonly Leased[], now: Date): Promise<Set<string>> => {
  const mailboxes = [...new Set(leased.map(({ recipient }) => recipient.toLowerCase()))];
  const mailbox = mailboxOf(mails.recipient);
  const full = await db
    .select({ mailbox })
    .from(mails)
    .where(
      and(
        inArray(mailbox, mailboxes),
        sql`${mails.state} = 'sent'`,
        gt(mails.sentAt, new Date(now.getTime() - HOUR)),
      ),
    )
    .groupBy(mailbox)
    .having(sql`count(*) >= ${MAILBOX_LIMIT}`);
  return new Set(full.map((row) => row.mailbox));
};

const findUnconfirmed = async (db: Database, leased: readonly Leased[]): Promise<Set<string>> => {
  const found = await db
    .select({ id: mails.id })
    .from(mails)
    .innerJoin(accounts, and(eq(accounts.id, mails.accountId), eq(accounts.email, mails.recipient)))
    .where(
      and(
        inArray(
          mails.id,
          leased.map(({ id }) => id),
        ),
        isNull(accounts.emailConfirmedAt),
      ),
    );
  return new Set(found.map(({ id }) => id));
};

/** The limit does not apply to urgent mails to a confirmed mailbox, nor to letters with a limit of their own. */
const isExempt = ({ mail, letter, unconfirmed }: LeavingMail): boolean =>
  letter.hasOwnLimit || (mail.urgent && !unconfirmed);

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

const handle = (
  deps: MailWorkerDeps,
  mail: Leased,
  { full, ...rest }: { full: boolean } & Pick<LeavingMail, 'unconfirmed' | 'branding' | 'logo'>,
) => {
  const letter = deps.letters.get(mail.template);
  if (!letter) return putOff(deps, mail, new UnknownLetter());
  if (rest.unconfirmed && !letter.forUnconfirmed) return withhold(deps, mail);
  if (letter.inDaytime && !isDaytime(deps.clock())) return holdUntil(deps, mail, nextMorning(deps.clock()));
  const leaving = { mail, letter, ...rest };
  return full && !isExempt(leaving) ? holdBack(deps, mail) : send(deps, leaving);
};

/** Returns the number of leased mails. Unrecorded mails are retried after the lease. */
export const sendDueMails = async (deps: MailWorkerDeps): Promise<number> => {
  const now = deps.clock();
  const leased = await leaseMails(deps.db, now);
  if (leased.length === 0) return 0;
  const full = await findFull(deps.db, leased, now);
  const unconfirmed = await findUnconfirmed(deps.db, leased);
  const branding = await findBranding(deps.db);
  const logo = await readLogo(deps.files, branding);
  const outcomes = await Promise.allSettled(
    leased.map((mail) =>
      handle(deps, mail, {
        full: full.has(mail.recipient.toLowerCase()),
        unconfirmed: unconfirmed.has(mail.id),
        branding,
        logo,
      }),
    ),
  );
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
    return (await sendDueMails({ ...deps, signal: hurrying.signal })) === MAX_DELIVERIES;
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
