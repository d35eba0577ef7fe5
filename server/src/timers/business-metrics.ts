import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../platform/database/database.ts';
import { cacheFor } from '../platform/http/prepared.ts';

/** In seconds. */
const CACHE_SECONDS = 15;
/** In milliseconds. */
export const QUERY_TIMEOUT = 2_000;

const mailFigures = sql`
  select state, count(*)::int as count, coalesce(extract(epoch from now() - min(created_at)), 0)::float as age,
    greatest(coalesce(extract(epoch from now() - min(due_at)), 0), 0)::float as overdue
  from mails where state = 'queued' group by state
  union all
  select state, count(*)::int, 0, 0
  from mails where state = 'undeliverable' and created_at > now() - interval '7 days' group by state`;

const seatFigures = sql`
  select count(*)::int as open, count(*) filter (where number >= limit_number)::int as full,
    coalesce(sum(number), 0)::int as held, coalesce(sum(limit_number), 0)::int as limit
  from classes
  where published_at is not null and now() < start_time
    and (apply_from is null or apply_from <= now()) and (apply_until is null or now() < apply_until)`;

/** Reads the latest events by id, because events have no index by time. */
const stepFigures = sql`
  select action, count(*)::int as count
  from (select action, at from registration_events order by id desc limit 20000) as newest
  where at > now() - interval '1 hour' group by action`;

interface Figures {
  readonly mails: { state: string; count: number; age: number; overdue: number }[];
  readonly seats: { open: number; full: number; held: number; limit: number } | undefined;
  readonly steps: { action: string; count: number }[];
}

const read = async (db: Database): Promise<Figures> => ({
  mails: (await db.execute<Figures['mails'][number]>(mailFigures)).rows,
  seats: (await db.execute<NonNullable<Figures['seats']>>(seatFigures)).rows[0],
  steps: (await db.execute<Figures['steps'][number]>(stepFigures)).rows,
});

const mailCounts = ({ mails }: Figures) => ({
  queued: mails.find(({ state }) => state === 'queued')?.count ?? 0,
  undeliverable: mails.find(({ state }) => state === 'undeliverable')?.count ?? 0,
});

const mailSeconds = ({ mails }: Figures) => {
  const queued = mails.find(({ state }) => state === 'queued');
  return { oldest: queued?.age ?? 0, overdue: queued?.overdue ?? 0 };
};

const within = <T>(work: Promise<T>): Promise<T> => {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the database is late')), QUERY_TIMEOUT).unref();
  });
  return Promise.race([work, late]);
};

type Values = Readonly<Record<string, number>>;

/** If the database does not answer in time, these figures are missing and `portal_database_up` is 0. */
export const addBusinessMetrics = (register: Registry, db: Database, clock: () => Date): void => {
  const cached = cacheFor<Figures>(CACHE_SECONDS, 1);
  const latest = () => within(cached('figures', clock(), () => read(db))).catch(() => null);

  const gauge = (name: string, help: string, label: string, valuesOf: (figures: Figures) => Values) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [register],
      async collect() {
        const figures = await latest();
        this.reset();
        const values = figures ? valuesOf(figures) : {};
        for (const [value, figure] of Object.entries(values)) this.set({ [label]: value }, figure);
      },
    });

  new Gauge({
    name: 'portal_database_up',
    help: 'The database answered this scrape in time',
    registers: [register],
    async collect() {
      this.set((await latest()) ? 1 : 0);
    },
  });
  gauge('portal_mails', 'Mails that wait, and undeliverable ones of the last 7 days', 'state', mailCounts);
  gauge(
    'portal_mail_seconds',
    'Age of the oldest mail that waits, and for how long a due one has not been taken',
    'kind',
    mailSeconds,
  );
  gauge('portal_seats', 'Seats of the classes open for enrolment', 'kind', ({ seats }) => ({
    held: seats?.held ?? 0,
    limit: seats?.limit ?? 0,
  }));
  gauge('portal_classes', 'Classes open for enrolment, and the full ones of them', 'kind', ({ seats }) => ({
    open: seats?.open ?? 0,
    full: seats?.full ?? 0,
  }));
  gauge(
    'portal_registration_steps_last_hour',
    'Steps of registrations in the last hour, among the newest 20,000',
    'action',
    ({ steps }) => Object.fromEntries(steps.map(({ action, count }) => [action, count])),
  );
};
