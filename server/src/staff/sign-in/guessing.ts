import { and, eq, gt } from 'drizzle-orm';
import { countFailures, type Try } from '../../accounts/sign-in/sign-in-budget.ts';
import { queueMail } from '../../mail/queue.ts';
import { mails } from '../../mail/tables.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { staffGuessingLetter } from '../letters.ts';
import { lockStaff } from '../queries.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Failures within an hour after which the person is told. Somebody who is asked for a code knows the password. */
const MAILED_FROM_FAILURES = { password: 20, code: 5 } as const;

type Guessed = keyof typeof MAILED_FROM_FAILURES;

const wasTold = async (tx: Tx, email: string, guessed: Guessed, now: Date): Promise<boolean> => {
  const sent = await tx
    .select({ data: mails.data })
    .from(mails)
    .where(
      and(
        gt(mails.createdAt, new Date(now.getTime() - DAY)),
        eq(mails.template, staffGuessingLetter.template),
        eq(mails.recipient, email),
      ),
    );
  return sent.some(({ data }) => (data as { guessed?: unknown }).guessed === guessed);
};

/** Mails the person once a day. Call it after a wrong answer. */
export const tellOfGuessing = async (db: Database, attempt: Try, guessed: Guessed): Promise<void> => {
  const failures = await countFailures(db, attempt, HOUR);
  const id = attempt.staff?.id ?? null;
  if (id === null || failures < MAILED_FROM_FAILURES[guessed]) return;
  const { now } = attempt;
  await inTransaction(db, async (tx) => {
    const { email, name } = await lockStaff(tx, id);
    if (await wasTold(tx, email, guessed, now)) return;
    await queueMail(tx, { id: null, email }, staffGuessingLetter({ name, guessed, failures }), now);
  });
};
