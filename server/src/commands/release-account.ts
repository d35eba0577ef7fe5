import { parseArgs } from 'node:util';
import { normaliseIdentity } from '@portal/contract/identity';
import type { GivenBack } from '../enrolment/on-behalf/give-back-unpaid-seats.ts';
import { releaseNumber } from '../enrolment/on-behalf/release-number.ts';
import { readConfig } from '../platform/config.ts';
import { connect, type Database, inTransaction } from '../platform/database/database.ts';
import { Refusal, refusalText } from '../platform/errors.ts';
import { openDatabase } from './open-database.ts';

/* `npm run account:release`: releases a number that another person has registered. */

const USAGE = 'npm run account:release -- --id-number A123456789 | --passport-no AB1234567';

/** A fault that the operator can correct. */
export class ReleaseFault extends Error {}

const options = { 'id-number': { type: 'string' }, 'passport-no': { type: 'string' } } as const;

const readNumber = (args: string[]): string => {
  const numbers = Object.values(parseArgs({ args, options }).values);
  const [number] = numbers;
  if (number === undefined || numbers.length > 1) throw new ReleaseFault(USAGE);
  return normaliseIdentity(number);
};

export const releaseFromShell = (
  db: Database,
  args: string[],
  now: Date,
): Promise<{ accountId: number; seats: GivenBack }> => {
  const number = readNumber(args);
  return inTransaction(db, (tx) => releaseNumber(tx, { number }, { actor: 'system', now }));
};

const explain = (error: unknown): unknown => {
  if (error instanceof ReleaseFault) return error.message;
  if (error instanceof Refusal) return refusalText(error);
  return error instanceof TypeError && 'code' in error ? `${error.message}\n${USAGE}` : error;
};

const main = async () => {
  const database = await openDatabase(readConfig(process.env));
  const db = connect(database.url, { max: 1 });
  try {
    const { accountId, seats } = await releaseFromShell(db, process.argv.slice(2), new Date());
    console.log(
      `✓ Account ${accountId} is suspended, its number is free. Seats given back: ${seats.cancelled}; left to staff: ${seats.kept}.`,
    );
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  } finally {
    await db.$client.end();
    await database.stop();
  }
};

if (import.meta.main) await main();
