import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Deliver } from './delivery.ts';
import { mails } from './tables.ts';
import { compose, type Mail } from './templates.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const POLL_EVERY = SECOND;
/** Longer than the longest delivery: a mail whose worker died is taken up again after it. */
const LEASE = 120 * SECOND;
const BATCH = 10;
const GIVE_UP_AFTER = 48 * HOUR;

/** How long to wait after the n-th failure: 30 s, doubled each time, at most 6 h. */
export const backOff = (attempts: number): number => Math.min(30 * SECOND * 2 ** (attempts - 1), 6 * HOUR);

/** A mailbox that does not exist will not exist later: SMTP says 5xx of the recipient. */
const isFinal = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  [550, 551, 553, 554].includes(Number(error.responseCode)) &&
  'command' in error &&
  error.command === 'RCPT TO';

const describe = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? `${error.name} ${error.code}` : error.name) : 'unknown';

interface MailRoom {
  db: Database;
  log: Log;
  publicUrl: string;
  deliver: Deliver;
  clock(): Date;
  /** Aborted when the server stops: what is leased and not begun goes back into the queue. */
  signal?: AbortSignal;
}

const leaseMails = (db: Database, now: Date) =>
  db
    .update(mails)
    .set({ dueAt: new Date(now.getTime() + LEASE), attempts: sql`${mails.attempts} + 1` })
    .where(
      sql`${mails.id} in (select id from mails where state = 'queued' and due_at <= ${now}
        order by due_at limit ${BATCH} for update skip locked)`,
    )
    .returning();

/** A mail that is done with keeps what it was about, but nothing that opens a door. */
const withoutSecret = sql`${mails.data} - 'secret'`;

const settle = (db: Database, id: string, values: PgUpdateSetSource<typeof mails>) =>
  db.update(mails).set(values).where(eq(mails.id, id));

/** Sends what is due, once through; the number of mails that were taken up. Several workers share the work. */
export const sendDueMails = async (room: MailRoom): Promise<number> => {
  const { db, log, publicUrl, deliver, clock, signal } = room;
  const leased = await leaseMails(db, clock());
  for (const mail of leased) {
    if (signal?.aborted) {
      await settle(db, mail.id, { dueAt: clock(), attempts: mail.attempts - 1 });
      continue;
    }
    try {
      await deliver({ id: mail.id, to: mail.recipient, ...compose(mail as unknown as Mail, publicUrl) });
      await settle(db, mail.id, { state: 'sent', sentAt: clock(), lastError: null, data: withoutSecret });
    } catch (error) {
      const now = clock();
      const dead = isFinal(error) || now.getTime() - mail.createdAt.getTime() > GIVE_UP_AFTER;
      log.warn(
        { mail: mail.id, template: mail.template, attempts: mail.attempts, error: describe(error), dead },
        'mail failed',
      );
      await settle(db, mail.id, {
        state: dead ? 'undeliverable' : 'queued',
        dueAt: new Date(now.getTime() + backOff(mail.attempts)),
        lastError: describe(error),
        ...(dead && { data: withoutSecret }),
      });
    }
  }
  return leased.length;
};

/** Sends mails until stopped; `stop` waits for the one in hand. A database that is away is waited for. */
export const startMailWorker = (room: Omit<MailRoom, 'signal'>): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const pause = () => sleep(POLL_EVERY, undefined, { signal: stopping.signal }).catch(() => {});
  const run = async () => {
    while (!stopping.signal.aborted) {
      const sent = await sendDueMails({ ...room, signal: stopping.signal }).catch((error: unknown) => {
        room.log.warn({ error: describe(error) }, 'mail queue away');
        return 0;
      });
      if (sent < BATCH) await pause();
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
