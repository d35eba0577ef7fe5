import { addDays, today } from '@portal/contract/dates';
import { sql } from 'drizzle-orm';
import { isReachable } from '../../accounts/people/is-reachable.ts';
import { accounts } from '../../accounts/tables.ts';
import { queueRegistrationMails } from '../../enrolment/queue-registration-mail.ts';
import { registrations } from '../../enrolment/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sessionText } from '../acts/sessions.ts';
import { classReminderLetter } from '../letters.ts';
import { findSessionsOf, type SessionRow } from '../queries.ts';
import { classes, classReminders } from '../tables.ts';

/** Seats per transaction. */
const MAX_SEATS = 100;

const MINUTE = 60_000;

interface DueSeat extends Record<string, unknown> {
  readonly registrationId: string;
  readonly classId: string;
  readonly day: string;
  readonly startTime: string;
}

/** The class's own place is in the mail once. */
const sessionWithPlace = (session: SessionRow): string =>
  [sessionText(session), session.place].filter(Boolean).join(' ');

/** The start of the day after tomorrow, in Taipei. */
const endOfTomorrow = (now: Date): Date => new Date(`${addDays(today(now), 2)}T00:00:00+08:00`);

/**
 * Locks classes and registrations, so that neither moves nor is cancelled meanwhile; those that somebody else has locked
 * are left for the next turn.
 */
const lockDueSeats = async (tx: Tx, now: Date): Promise<DueSeat[]> => {
  const { rows } = await tx.execute<DueSeat>(sql`
    select r.id as "registrationId", c.id as "classId", first.day::text as day, c.start_time as "startTime"
    from ${classes} c
      join ${registrations} r on r.class_id = c.id and r.state = 'confirmed'
      join ${accounts} a on a.id = r.account_id
      cross join lateral (select (c.start_time at time zone 'Asia/Taipei')::date as day) first
    where c.published_at is not null and c.state in ('published', 'closed')
      and c.start_time > ${now} and c.start_time < ${endOfTomorrow(now)}
      and ${isReachable}
      and not exists (
        select from ${classReminders} sent
        where sent.class_id = c.id and sent.registration_id = r.id and sent.day = first.day)
    order by c.start_time, c.id, r.id
    limit ${MAX_SEATS}
    for share of c skip locked
    for no key update of r skip locked`);
  return rows;
};

/** Two servers may have found the same; the unique index lets one of them remind. Returns what this one has. */
const recordClassReminders = async (tx: Tx, due: readonly DueSeat[], now: Date): Promise<DueSeat[]> => {
  const recorded = await tx
    .insert(classReminders)
    .values(
      due.map(({ classId, registrationId, day }) => ({
        ...{ classId: Number(classId), registrationId: Number(registrationId), day, createdAt: now },
      })),
    )
    .onConflictDoNothing()
    .returning({ registrationId: classReminders.registrationId });
  const ids = new Set(recorded.map(({ registrationId }) => registrationId));
  return due.filter(({ registrationId }) => ids.has(Number(registrationId)));
};

/**
 * Reminds people with a confirmed seat of a class that starts tomorrow, or later today: at most `MAX_SEATS`. Returns
 * how many. Several servers may call it at the same time.
 */
export const remindSeatHolders = async (tx: Tx, now: Date): Promise<number> => {
  const found = await lockDueSeats(tx, now);
  if (found.length === 0) return 0;
  const due = await recordClassReminders(tx, found, now);
  const sessions = await findSessionsOf(
    tx,
    due.map(({ classId }) => Number(classId)),
  );
  await queueRegistrationMails(
    tx,
    due.map(({ registrationId, ...each }) => ({ registrationId: Number(registrationId), ...each })),
    ({ about }, { classId, startTime }) =>
      classReminderLetter({
        ...about,
        sessions: (sessions.get(Number(classId)) ?? []).map(sessionWithPlace),
        minutes: Math.ceil((new Date(startTime).getTime() - now.getTime()) / MINUTE),
      }),
    now,
  );
  return due.length;
};
