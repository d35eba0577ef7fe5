import { readableTime } from '@portal/contract/dates';
import type { StatementShape } from '@portal/contract/office/statement-shape';
import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import { actorName, type Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { bankAccounts } from '../catalogue/tables.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { fingerprintsOf } from './fingerprint.ts';
import { pairReversals, type ReadLine, type ReadStatement } from './read-lines.ts';
import { findAccount, findStatement, isUsed, type Line, lineFields } from './statement-queries.ts';
import { statementLines, statements } from './tables.ts';

interface Import extends ReadStatement {
  readonly accountId: number;
  readonly fileName: string;
  readonly sha256: string;
  readonly shape: StatementShape;
}

export interface Imported {
  readonly id: number;
  readonly added: number;
  readonly known: number;
  readonly aside: number;
  readonly reversedUsed: readonly Line[];
}

/** A line of two files must be counted once. */
const lockAccount = (tx: Tx, id: number) =>
  tx.select({ id: bankAccounts.id }).from(bankAccounts).where(eq(bankAccounts.id, id)).for('no key update');

const refuseKnownFile = async (tx: Tx, { accountId, sha256 }: Import): Promise<void> => {
  const found = await findStatement(tx, accountId, sha256);
  if (!found) return;
  throw new Refusal('statement_known', {
    values: { time: readableTime(found.at), name: found.by ?? '系統' },
  });
};

/** As one JSON value: thousands of parameters would block the server. */
const addLines = async (tx: Tx, statementId: number, { accountId, lines }: Import): Promise<ReadLine[]> => {
  const fingerprints = fingerprintsOf(lines);
  const rows = JSON.stringify(lines.map((line, at) => ({ ...line, fingerprint: fingerprints[at] })));
  const added = await tx.execute<{ row: number }>(sql`
    insert into statement_lines
      (statement_id, bank_account_id, row, day, amount, digits, name, memo, aside, fingerprint)
    select ${statementId}, ${accountId}, row, day, amount, digits, name, memo, aside, fingerprint
    from jsonb_to_recordset(${rows}::jsonb) as line (
      row int, day date, amount int, digits text, name text, memo text, aside text, fingerprint text)
    on conflict (bank_account_id, fingerprint) do nothing
    returning row`);
  const numbers = new Set(added.rows.map(({ row }) => row));
  return lines.filter(({ row }) => numbers.has(row));
};

/** Returns deposits that are used already. */
const reverseEarlier = async (tx: Tx, accountId: number, unpaired: readonly ReadLine[]): Promise<Line[]> => {
  const [first] = unpaired.map(({ day }) => day).toSorted();
  if (first === undefined) return [];
  const deposits = await tx
    .select({ ...lineFields, used: sql<boolean>`${isUsed(tx)}` })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.bankAccountId, accountId),
        isNull(statementLines.aside),
        inArray(
          statementLines.amount,
          unpaired.map(({ amount }) => -amount),
        ),
        gte(statementLines.day, sql`${first}::date - 31`),
      ),
    );
  const earlier = deposits.map((deposit) => ({ ...deposit, balance: null, aside: null }));
  const reversedDeposits = pairReversals<ReadLine & { id?: number }>([...unpaired, ...earlier]).lines.flatMap(
    (line) => (line.aside === 'reversed' ? deposits.filter(({ id }) => id === line.id) : []),
  );
  const free = reversedDeposits.filter(({ used }) => !used).map(({ id }) => id);
  if (free.length > 0)
    await tx.update(statementLines).set({ aside: 'reversed' }).where(inArray(statementLines.id, free));
  return reversedDeposits.filter(({ used }) => used).map(({ used: _, ...line }) => line);
};

/** Remembers the shape. Throws for a file that was imported before. */
export const importStatement = async (
  tx: Tx,
  input: Import,
  { actor, now }: Circumstances<Staff>,
): Promise<Imported> => {
  const { accountId, fileName, sha256, shape, lines, faults } = input;
  await findAccount(tx, accountId, actor, 'statement.import');
  const grave = faults.filter(({ fault }) => fault !== 'private_use').length;
  if (grave > 0) throw new Refusal('statement_faulty', { values: { n: grave } });
  if (lines.length === 0) throw new Refusal('statement_empty');
  await lockAccount(tx, accountId);
  await refuseKnownFile(tx, input);

  const importedBy = actorName(actor);
  const values = { bankAccountId: accountId, fileName, sha256, importedBy, importedAt: now };
  const [made] = await tx
    .insert(statements)
    .values({ ...values, added: 0, known: 0 })
    .returning({ id: statements.id });
  if (!made) throw new Error('the statement was not inserted');
  const added = await addLines(tx, made.id, input);
  const counts = { added: added.length, known: lines.length - added.length };
  await tx.update(statements).set(counts).where(eq(statements.id, made.id));
  const isNew = new Set(added.map(({ row }) => row));
  const unpaired = input.unpaired.filter(({ row }) => isNew.has(row));
  const reversedUsed = await reverseEarlier(tx, accountId, unpaired);
  await tx.update(bankAccounts).set({ statementShape: shape }).where(eq(bankAccounts.id, accountId));
  const event = { actor, action: 'statement.import', subject: 'bank_account', subjectId: accountId } as const;
  const { organizationId } = await findAccount(tx, accountId, actor, 'statement.import');
  await recordEvent(tx, { ...event, organizationId, after: { file: fileName, ...counts } }, now);
  const aside = added.filter((line) => line.aside !== null).length;
  return { id: made.id, ...counts, aside, reversedUsed };
};
