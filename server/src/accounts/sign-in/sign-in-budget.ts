import { createHash } from 'node:crypto';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { type Database, type Executor, inTransaction, type Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { Refusal } from '../../platform/errors.ts';
import { staffKnownAddresses } from '../../staff/tables.ts';
import { passwordWork, verifyPassword } from '../passwords/passwords.ts';
import { accounts, knownAddresses, signInAttempts } from '../tables.ts';
import { networkOf } from './network.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Scope = 'pair' | 'account' | 'address';

interface Limit {
  readonly scope: Scope;
  readonly failures: number;
  readonly within: number;
}

/** Failures per period. At a known address only the limits of the pair apply, so strangers cannot lock the owner out. */
const limits: readonly Limit[] = [
  { scope: 'pair', failures: 5, within: 15 * MINUTE },
  { scope: 'pair', failures: 10, within: HOUR },
  { scope: 'pair', failures: 20, within: 6 * HOUR },
  { scope: 'account', failures: 50, within: HOUR },
  { scope: 'address', failures: 100, within: HOUR },
];

/** The limits at a known address. Strangers are stopped at half of the account's limit. */
const knownLimits: readonly Limit[] = [
  { scope: 'pair', failures: 20, within: 15 * MINUTE },
  { scope: 'pair', failures: 40, within: HOUR },
  { scope: 'account', failures: 100, within: HOUR },
];

/** The limits but that of the account, which would let strangers lock the owner out: see `countBirthDate`. */
const ownLimits = limits.filter(({ scope }) => scope !== 'account');

/** In milliseconds. */
export const LONGEST_SPAN = 6 * HOUR;

export interface Try {
  readonly account: string;
  readonly address: string;
  readonly now: Date;
  /** Set for staff, who have a separate budget. The id is null if the account is unknown. */
  readonly staff?: { readonly id: number | null };
}

type Secret = (typeof signInAttempts.$inferSelect)['secret'];

interface Bucket {
  readonly secret: Secret;
  readonly accountHash: string;
  readonly network: string;
  readonly account: string;
  readonly staffId: number | null;
  readonly now: Date;
}

const hashAccount = (account: string) => createHash('sha256').update(account).digest('base64url');

const bucketOf = ({ account, address, now, staff }: Try, secret: Secret = 'password'): Bucket => ({
  secret,
  accountHash: hashAccount(staff ? `staff ${account}` : account),
  network: staff ? `staff ${networkOf(address)}` : networkOf(address),
  account: /^[A-Z0-9]{1,40}$/.test(account) ? account : '',
  staffId: staff?.id ?? null,
  now,
});

const ofAccount = sql`${signInAttempts.accountHash} = ${sql.placeholder('accountHash')}`;
const ofAddress = sql`${signInAttempts.address} = ${sql.placeholder('network')}`;
const of: Record<Scope, SQL> = {
  pair: sql`${ofAccount} and ${ofAddress}`,
  account: ofAccount,
  address: ofAddress,
};
const ofSecret = sql`${signInAttempts.secret} = ${sql.placeholder('secret')}`;
const now = sql`${sql.placeholder('now')}::timestamptz`;

/** Selects when the n-th last failure leaves the period, or no row if it has left. */
const allowedAgain = ({ scope, failures, within }: Limit): SQL => {
  const span = sql.raw(`interval '${within / 1000} seconds'`);
  return sql`(
    select ${signInAttempts.at} + ${span} as until, ${sql.raw(String(scope === 'pair'))} as own
    from ${signInAttempts} where ${of[scope]} and ${ofSecret} and ${signInAttempts.at} > ${now} - ${span}
    order by ${signInAttempts.at} desc offset ${sql.raw(String(failures - 1))} limit 1)`;
};

const isKnown = sql`(exists (
  select 1 from ${knownAddresses} join ${accounts} on ${accounts.id} = ${knownAddresses.accountId}
  where ${accounts.account} = ${sql.placeholder('account')} and ${knownAddresses.address} = ${sql.placeholder('network')})
  or exists (
  select 1 from ${staffKnownAddresses}
  where ${staffKnownAddresses.staffId} = ${sql.placeholder('staffId')}::bigint
    and 'staff ' || ${staffKnownAddresses.address} = ${sql.placeholder('network')}))`;

const secondsLeft = (of: readonly Limit[], applies: SQL): SQL => sql`(
  select ceil(extract(epoch from max(until) - ${now}))::int
  from (${sql.join(of.map(allowedAgain), sql` union all `)}) as spans where ${applies})`;

/** Selects the seconds to wait; null if the attempt is allowed now. */
const findWaits = statement<{
  known: boolean;
  usual: number | null;
  known_most: number | null;
  own_most: number | null;
}>(
  'find_sign_in_waits',
  sql`select ${isKnown} as known, ${secondsLeft(limits, sql`own or not ${isKnown}`)} as usual,
    ${secondsLeft(knownLimits, sql`own or ${sql.placeholder('secret')}::text = 'password'`)} as known_most,
    ${secondsLeft(ownLimits, sql`true`)} as own_most`,
);

const tooMany = (seconds: number) =>
  new Refusal('too_many_attempts', { values: { n: seconds }, retryAfter: seconds });

export const reportWaitUnder =
  (field: string) =>
  (error: unknown): never => {
    if (!(error instanceof Refusal) || error.code !== 'too_many_attempts') throw error;
    throw new Refusal(error.code, { ...error.details, field });
  };

interface WaitTimes {
  readonly known: boolean;
  /** Seconds to report after a wrong answer; null if there is no wait. */
  readonly ifWrong: number | null;
}

/** Throws `too_many_attempts` if the budget is spent. */
const findWait = async (db: Executor, bucket: Bucket): Promise<WaitTimes> => {
  const [waits] = await findWaits(db, { ...bucket });
  if (!waits) throw new Error('one row always comes');
  const { known, usual, known_most: knownMost, own_most: ownMost } = waits;
  const ofStranger = bucket.secret === 'birth_date' ? ownMost : usual;
  const spent = known ? knownMost : ofStranger;
  if (spent !== null) throw tooMany(spent);
  return { known, ifWrong: usual };
};

interface Reserved extends WaitTimes {
  readonly id: number;
}

/* Always lock in this order. */
const ACCOUNT_LOCK = 1;
const ADDRESS_LOCK = 2;

/**
 * The commit waits neither for the disk nor for a standby. It may: a crash or a failover loses the counts of the last
 * second at most, and who guesses gains no more tries by it than a server checks passwords in a second.
 */
const withoutWaiting = sql`set_config('synchronous_commit', 'off', true)`;

const lockBucket = statement(
  'lock_sign_in_bucket',
  sql`select ${withoutWaiting},
    pg_advisory_xact_lock(${sql.raw(String(ACCOUNT_LOCK))}, hashtext(${sql.placeholder('accountHash')})),
    pg_advisory_xact_lock(${sql.raw(String(ADDRESS_LOCK))}, hashtext(${sql.placeholder('network')}))`,
);

/** Counts before checking, so that simultaneous attempts cannot exceed the limit. */
const reserve = (db: Database, bucket: Bucket): Promise<Reserved> =>
  inTransaction(db, async (tx) => {
    // The second statement is sent at once, but PostgreSQL runs it after the locks are held.
    const [, waits] = await Promise.all([lockBucket(tx, { ...bucket }), findWait(tx, bucket)]);
    const [row] = await tx
      .insert(signInAttempts)
      .values({
        accountHash: bucket.accountHash,
        address: bucket.network,
        at: bucket.now,
        secret: bucket.secret,
      })
      .returning({ id: signInAttempts.id });
    if (!row) throw new Error('an attempt was not written');
    return { id: row.id, ...waits };
  });

const takeBack = (db: Database, id: number) =>
  db.delete(signInAttempts).where(sql`${signInAttempts.id} = ${id} and (select ${withoutWaiting}) = 'off'`);

const withReservedAttempt = async (
  db: Database,
  bucket: Bucket,
  check: () => Promise<boolean>,
): Promise<WaitTimes & { right: boolean }> => {
  const { id, ...waits } = await reserve(db, bucket);
  let right = true;
  try {
    right = await check();
  } finally {
    if (right) await takeBack(db, id);
  }
  return { ...waits, right };
};

const countIn = async (db: Database, bucket: Bucket, check: () => Promise<boolean>): Promise<boolean> => {
  const { right, ifWrong } = await withReservedAttempt(db, bucket, check);
  if (!right && ifWrong !== null) throw tooMany(ifWrong);
  return right;
};

/** Success is not counted. Throws `too_many_attempts` without checking if the budget is used up. */
export const countAttempt = (db: Database, attempt: Try, check: () => Promise<boolean>): Promise<boolean> =>
  countIn(db, bucketOf(attempt), check);

export interface BirthDateAttempt {
  readonly right: boolean;
  readonly instead: Refusal | null;
}

/** Beyond the account's limit correct and wrong dates get the same answer; the owner still gets the mail. */
export const countBirthDate = async (
  db: Database,
  attempt: Try,
  check: () => Promise<boolean>,
): Promise<BirthDateAttempt> => {
  const bucket = bucketOf(attempt, 'birth_date');
  const { right, known, ifWrong: seconds } = await withReservedAttempt(db, bucket, check);
  if (seconds === null || (known && right)) return { right, instead: null };
  if (known) throw tooMany(seconds);
  const details = { values: { n: seconds }, retryAfter: seconds };
  return { right, instead: new Refusal('reset_maybe_sent', details) };
};

export const countFailures = (db: Executor, attempt: Try, within: number): Promise<number> => {
  const { accountHash, now: at } = bucketOf(attempt);
  const since = new Date(at.getTime() - within);
  return db.$count(
    signInAttempts,
    and(eq(signInAttempts.accountHash, accountHash), gt(signInAttempts.at, since)),
  );
};

export const forgiveFailures = async (tx: Tx, attempt: Try): Promise<void> => {
  const { accountHash, network } = bucketOf(attempt);
  await tx
    .delete(signInAttempts)
    .where(and(eq(signInAttempts.accountHash, accountHash), eq(signInAttempts.address, network)));
};

export const moveFailures = async (tx: Tx, from: string, to: string): Promise<void> => {
  await tx
    .update(signInAttempts)
    .set({ accountHash: hashAccount(to) })
    .where(eq(signInAttempts.accountHash, hashAccount(from)));
};

/** Pass null for an unknown account. All calls that check a password share this budget. */
export const checkPassword = async (
  db: Database,
  attempt: Try,
  stored: string | null,
  password: string,
): Promise<boolean> => {
  const bucket = bucketOf(attempt);
  // Do not queue callers without budget.
  await findWait(db, bucket);
  // Turns are shared fairly between networks and accounts.
  const keys = [`network ${bucket.network}`, `account ${bucket.accountHash}`];
  return passwordWork(keys, () => countIn(db, bucket, () => verifyPassword(stored, password)));
};
