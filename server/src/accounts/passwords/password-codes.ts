import { randomInt } from 'node:crypto';
import { CODE_MINUTES } from '@portal/contract/passwords';
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Person } from '../queries.ts';
import { accounts, passwordCodes } from '../tables.ts';
import { isPasswordAmong } from './passwords.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DIGITS = 8;
const TRIES = 5;

/** How many codes an account gets. With five attempts each, a guesser can try 50 of a hundred million codes a day. */
const limits = [
  { codes: 5, within: HOUR },
  { codes: 10, within: 24 * HOUR },
] as const;

/** True if a code is required before setting a password. Without a stored mailbox none can be sent. */
export const needsCode = ({
  passwordIsBirthday,
  email,
}: Pick<Person, 'passwordIsBirthday' | 'email'>): boolean => passwordIsBirthday && email !== null;

export const newCode = (): string => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');

export const readableCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`;

const refuseSpent = async (
  db: Executor,
  accountId: number,
  { codes, within }: (typeof limits)[number],
  now: Date,
): Promise<void> => {
  const [first] = await db
    .select({ at: passwordCodes.createdAt })
    .from(passwordCodes)
    .where(
      and(
        eq(passwordCodes.accountId, accountId),
        gt(passwordCodes.createdAt, new Date(now.getTime() - within)),
      ),
    )
    .orderBy(desc(passwordCodes.createdAt))
    .offset(codes - 1)
    .limit(1);
  if (!first) return;
  const seconds = Math.ceil((first.at.getTime() + within - now.getTime()) / 1000);
  throw new Refusal('too_many_codes', { values: { n: seconds }, retryAfter: seconds });
};

export const refuseTooManyCodes = async (db: Executor, accountId: number, now: Date): Promise<void> => {
  for (const limit of limits.toReversed()) await refuseSpent(db, accountId, limit, now);
};

/** Lock the account first. */
export const storeCode = async (
  tx: Tx,
  { accountId, codeHash }: { accountId: number; codeHash: string },
  now: Date,
): Promise<void> => {
  await tx
    .update(passwordCodes)
    .set({ endedAt: now })
    .where(and(eq(passwordCodes.accountId, accountId), isNull(passwordCodes.endedAt)));
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * MINUTE);
  await tx.insert(passwordCodes).values({ accountId, codeHash, createdAt: now, expiresAt });
};

/** Counts before comparing, so that concurrent entries cannot share an attempt. Returns null if none is left. */
const countTry = async (db: Database, accountId: number, now: Date) => {
  const [counted] = await db
    .update(passwordCodes)
    .set({ tries: sql`${passwordCodes.tries} + 1` })
    .where(
      and(
        eq(passwordCodes.accountId, accountId),
        isNull(passwordCodes.endedAt),
        gt(passwordCodes.expiresAt, now),
        lt(passwordCodes.tries, TRIES),
      ),
    )
    .returning({ id: passwordCodes.id, codeHash: passwordCodes.codeHash, tries: passwordCodes.tries });
  return counted ?? null;
};

/** Each comparison uses an attempt. */
export const checkCode = async (
  db: Database,
  accountId: number,
  code: string,
  now: Date,
): Promise<number> => {
  const sent = await countTry(db, accountId, now);
  if (!sent) throw new Refusal('code_ended');
  if (await isPasswordAmong(sent.codeHash, [code])) return sent.id;
  const left = TRIES - sent.tries;
  throw left > 0 ? new Refusal('code_wrong', { values: { n: left } }) : new Refusal('code_ended');
};

/** Uses the code up, and confirms the mailbox. Refuses if the code was used or replaced meanwhile. */
export const useCode = async (tx: Tx, id: number, now: Date): Promise<void> => {
  const used = await tx
    .update(passwordCodes)
    .set({ endedAt: now })
    .where(and(eq(passwordCodes.id, id), isNull(passwordCodes.endedAt)))
    .returning({ accountId: passwordCodes.accountId });
  const [code] = used;
  if (!code) throw new Refusal('code_ended');
  await tx.update(accounts).set({ emailConfirmedAt: now }).where(eq(accounts.id, code.accountId));
};
