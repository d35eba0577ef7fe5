import { desc, eq, sql } from 'drizzle-orm';
import { type Database, type Executor, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { networkOf } from '../sign-in/network.ts';
import { registrationAttempts } from '../tables.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Caller {
  readonly address: string;
  readonly now: Date;
}

/** Allows a school whose classes of forty sign up all day. */
const limits = [
  { registrations: 150, within: 15 * MINUTE },
  { registrations: 600, within: 24 * HOUR },
] as const;

/** In milliseconds. */
export const LONGEST_REGISTRATION_SPAN = 24 * HOUR;

/** Returns 0 if a registration is allowed now. */
const secondsLeft = async (
  db: Executor,
  { network, now }: { network: string; now: Date },
  { registrations, within }: (typeof limits)[number],
): Promise<number> => {
  const [first] = await db
    .select({ at: registrationAttempts.at })
    .from(registrationAttempts)
    .where(eq(registrationAttempts.network, network))
    .orderBy(desc(registrationAttempts.at))
    .offset(registrations - 1)
    .limit(1);
  return first ? Math.max(0, Math.ceil((first.at.getTime() + within - now.getTime()) / 1000)) : 0;
};

export const refuseSpentRegistrations = async (db: Executor, { address, now }: Caller): Promise<void> => {
  const network = networkOf(address);
  const waits: number[] = [];
  for (const limit of limits) waits.push(await secondsLeft(db, { network, now }, limit));
  const seconds = Math.max(...waits);
  if (seconds === 0) return;
  throw new Refusal('too_many_registrations', {
    values: { n: Math.ceil(seconds / 60) },
    retryAfter: seconds,
  });
};

/** Differs from the locks of the password budget. */
const NETWORK_LOCK = 3;

/** Counts first, so that simultaneous calls cannot exceed the limit. */
const countRegistration = (db: Database, caller: Caller): Promise<number> =>
  inTransaction(db, async (tx) => {
    const network = networkOf(caller.address);
    await tx.execute(sql`select pg_advisory_xact_lock(${NETWORK_LOCK}, hashtext(${network}))`);
    await refuseSpentRegistrations(tx, caller);
    const [row] = await tx
      .insert(registrationAttempts)
      .values({ network, at: caller.now })
      .returning({ id: registrationAttempts.id });
    if (!row) throw new Error('a registration was not counted');
    return row.id;
  });

const uncountRegistration = async (db: Database, id: number): Promise<void> => {
  await db.delete(registrationAttempts).where(eq(registrationAttempts.id, id));
};

/** Refusals that reveal that an identifier is registered. */
const COUNTED_CODES: readonly string[] = ['id_number_taken', 'passport_no_taken'];

const isFree = (error: unknown): boolean => error instanceof Refusal && !COUNTED_CODES.includes(error.code);

/** Repeats and refusals that reveal nothing are not counted. */
export const withCountedRegistration = async <T extends { readonly isNew: boolean }>(
  db: Database,
  caller: Caller,
  work: () => Promise<T>,
): Promise<T> => {
  const counted = await countRegistration(db, caller);
  try {
    const made = await work();
    if (!made.isNew) await uncountRegistration(db, counted);
    return made;
  } catch (error) {
    if (isFree(error)) await uncountRegistration(db, counted);
    throw error;
  }
};
