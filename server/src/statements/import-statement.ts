import { setTimeout as sleep } from 'node:timers/promises';
import { readableTime } from '@portal/contract/dates';
import type { StatementShape } from '@portal/contract/office/statements';
import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import { actorName, type Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { bankAccounts } from '../catalogue/tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { type Completion, completeLines, findCompletions } from './complete-lines.ts';
import type { Line } from './matching/open-items.ts';
import { compareWithKnown, findBankAccount, findStatement, isUsed, lineFields } from './queries.ts';
import type { ReadLine } from './reading/read-lines.ts';
import type { FileToImport, Problem } from './reading/read-statement.ts';
import { pairReversals, REVERSAL_DAYS } from './reading/reversals.ts';
import { statementLines, statementReversals, statementShapes, statements } from './tables.ts';

interface Import extends FileToImport {
  readonly accountId: number;
  readonly fileName: string;
  readonly shape: StatementShape;
  /** Staff accept balances or totals that do not agree, and lines that may be known already. */
  readonly acceptProblems: boolean;
}

interface Imported {
  readonly id: number;
  readonly added: number;
  readonly known: number;
  /** Known lines whose text was completed. */
  readonly completed: number;
  readonly aside: number;
  readonly reversedUsed: readonly Line[];
}

/** Serialises the imports of an account, so that a line in two files is counted once. */
export const lockForImport = (tx: Tx, id: number) =>
  tx.select({ id: bankAccounts.id }).from(bankAccounts).where(eq(bankAccounts.id, id)).for('no key update');

const refuseKnownFile = async (tx: Tx, { accountId, sha256 }: Import): Promise<void> => {
  const found = await findStatement(tx, accountId, sha256);
  if (!found) return;
  throw new Refusal('statement_known', {
    values: { time: readableTime(found.at), name: found.by ?? '系統' },
  });
};

const problemNames = { balance: '餘額不符', totals: '合計不符', doubles: '可能重複' } as const;

/** Returns the problems of the import. Throws `statement_unproven` unless staff accepted them. */
const requireAcceptedProblems = async (tx: Tx, input: Import): Promise<(Problem | 'doubles')[]> => {
  const { doubles } = await compareWithKnown(tx, input.accountId, input.keys);
  const problems = [...input.problems, ...(doubles > 0 ? (['doubles'] as const) : [])];
  if (problems.length > 0 && !input.acceptProblems) throw new Refusal('statement_unproven');
  return problems;
};

interface Added {
  readonly added: number;
  readonly aside: number;
  /** The rows of added reversals. */
  readonly reversals: readonly number[];
  readonly completions: readonly Completion[];
}

/** Inserts the lines from one JSON value, because thousands of parameters would block the server. */
const addSlice = async (
  tx: Tx,
  { statementId, accountId, now }: { statementId: number; accountId: number; now: Date },
  lines: string,
): Promise<Added> => {
  const completions = await findCompletions(tx, { accountId, now }, lines);
  const { rows } = await tx.execute<{ added: number; aside: number; reversals: number[] }>(sql`
    with added as (
      insert into statement_lines
        (statement_id, bank_account_id, row, day, amount, digits, maybe_digits, name, memo, balance, aside, fingerprint)
      select ${statementId}, ${accountId}, row, day, amount, digits, maybe_digits, name, memo, balance, aside, fingerprint
      from jsonb_to_recordset(${lines}::jsonb) as line (
        row int, day date, amount int, digits text, maybe_digits text, name text, memo text, balance int,
        aside text, fingerprint text)
      on conflict (bank_account_id, fingerprint) do nothing
      returning row, aside)
    select count(*)::int as added, count(aside)::int as aside,
      coalesce(json_agg(row) filter (where aside = 'reversal'), '[]') as reversals
    from added`);
  const [counted] = rows;
  if (!counted) throw new Error('the lines were not counted');
  return { ...counted, completions };
};

/** The pause between two slices, so that other calls get the processors. */
const PAUSE_MS = 20;

const addLines = async (
  tx: Tx,
  { statementId, now }: { statementId: number; now: Date },
  { accountId, slices }: Import,
): Promise<Added> => {
  const all: Added[] = [];
  for (const lines of slices) {
    if (all.length > 0) await sleep(PAUSE_MS);
    all.push(await addSlice(tx, { statementId, accountId, now }, lines));
  }
  return {
    added: all.reduce((sum, { added }) => sum + added, 0),
    aside: all.reduce((sum, { aside }) => sum + aside, 0),
    reversals: all.flatMap(({ reversals }) => reversals),
    completions: all.flatMap(({ completions }) => completions),
  };
};

interface Reversals {
  readonly accountId: number;
  readonly statementId: number;
  readonly unpaired: readonly ReadLine[];
}

/** Sets aside earlier deposits that the bank has reversed. Returns those that payments use already. */
const setAsideReversedDeposits = async (
  tx: Tx,
  { accountId, statementId, unpaired }: Reversals,
): Promise<Line[]> => {
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
        gte(statementLines.day, sql`${first}::date - ${REVERSAL_DAYS}::int`),
      ),
    );
  const earlier = deposits.map((deposit) => ({ ...deposit, maybeDigits: [], balance: null, aside: null }));
  const reversedDeposits = pairReversals<ReadLine & { id?: number }>([...unpaired, ...earlier]).lines.flatMap(
    (line) => (line.aside === 'reversed' ? deposits.filter(({ id }) => id === line.id) : []),
  );
  const free = reversedDeposits.filter(({ used }) => !used).map(({ id }) => id);
  await tx.update(statementLines).set({ aside: 'reversed' }).where(inArray(statementLines.id, free));
  if (free.length > 0)
    await tx.insert(statementReversals).values(free.map((lineId) => ({ lineId, statementId })));
  return reversedDeposits.filter(({ used }) => used).map(({ used: _, ...line }) => line);
};

const rememberShape = async (tx: Tx, { accountId, head, shape }: Import, now: Date): Promise<void> => {
  const values = { bankAccountId: accountId, head: JSON.stringify(head), shape, usedAt: now };
  await tx
    .insert(statementShapes)
    .values(values)
    .onConflictDoUpdate({
      target: [statementShapes.bankAccountId, statementShapes.head],
      set: { shape, usedAt: now },
    });
};

const insertStatement = async (
  tx: Tx,
  { accountId, fileName, sha256, isProven }: Import,
  { actor, now }: Context<Staff>,
): Promise<number> => {
  const values = {
    bankAccountId: accountId,
    fileName,
    sha256,
    importedBy: actorName(actor),
    importedAt: now,
  };
  const [made] = await tx
    .insert(statements)
    .values({ ...values, added: 0, known: 0, proven: isProven })
    .returning({ id: statements.id });
  if (!made) throw new Error('the statement was not inserted');
  return made.id;
};

/**
 * Adds the lines that the account does not have, and remembers the shape for files with the same head. Throws if
 * rows have faults, the file was imported before, or it has problems that staff did not accept.
 */
export const importStatement = async (
  tx: Tx,
  input: Import,
  { actor, now }: Context<Staff>,
): Promise<Imported> => {
  const { accountId, fileName, count, faulty } = input;
  const { organizationId } = await findBankAccount(tx, accountId, actor, 'statement.import');
  if (faulty > 0) throw new Refusal('statement_faulty', { values: { n: faulty } });
  if (count === 0) throw new Refusal('statement_empty');
  await lockForImport(tx, accountId);
  await refuseKnownFile(tx, input);
  const problems = await requireAcceptedProblems(tx, input);

  const id = await insertStatement(tx, input, { actor, now });
  const { added, aside, reversals, completions } = await addLines(tx, { statementId: id, now }, input);
  const counts = { added, known: count - added };
  await tx.update(statements).set(counts).where(eq(statements.id, id));
  await completeLines(tx, completions);
  const unpaired = input.unpaired.filter(({ row }) => reversals.includes(row));
  const reversedUsed = await setAsideReversedDeposits(tx, { accountId, statementId: id, unpaired });
  await rememberShape(tx, input, now);
  const event = { actor, action: 'statement.import', subject: 'bank_account', subjectId: accountId } as const;
  const after = {
    file: fileName,
    ...counts,
    ...(problems.length > 0 && {
      acceptedProblems: problems.map((problem) => problemNames[problem]).join('、'),
    }),
  };
  await recordEvent(tx, { ...event, organizationId, after }, now);
  return { id, ...counts, completed: completions.length, aside, reversedUsed };
};
