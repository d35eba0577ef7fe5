import { asc, eq, inArray, sql } from 'drizzle-orm';
import { bankAccounts, classes } from '../catalogue/tables.ts';
import type { State } from '../enrolment/states.ts';
import { registrations } from '../enrolment/tables.ts';
import type { Executor, Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import { keptOf } from './statement-queries.ts';

export interface PayableRow {
  readonly id: number;
  readonly state: State;
  readonly result: number | null;
  readonly fee: number;
  /** Received before. */
  readonly kept: number;
  readonly organizationId: number;
  readonly accountId: number | null;
  readonly accountOrganizationId: number | null;
}

const findRows = (db: Executor, ids: readonly number[]): Promise<PayableRow[]> =>
  db
    .select({
      id: registrations.id,
      state: registrations.state,
      result: registrations.result,
      fee: classes.fee,
      kept: sql<number>`${keptOf(sql`${registrations.id}`)}`,
      organizationId: classes.organizationId,
      accountId: classes.bankAccountId,
      accountOrganizationId: bankAccounts.organizationId,
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(bankAccounts, eq(bankAccounts.id, classes.bankAccountId))
    .where(inArray(registrations.id, [...ids]))
    .orderBy(asc(registrations.id));

const isWithin = (row: PayableRow, actor: Staff): boolean =>
  [row.organizationId, row.accountOrganizationId].some(
    (id) => id !== null && may(actor, 'payment.confirm', id),
  );

/** The class names it, or it belongs to the same organisation. */
export const paysInto = (
  row: Pick<PayableRow, 'accountId' | 'organizationId' | 'accountOrganizationId'>,
  account: { readonly accountId: number; readonly organizationId: number },
): boolean =>
  row.accountId === account.accountId ||
  (row.accountOrganizationId ?? row.organizationId) === account.organizationId;

/** Throws outside the scope. */
export const lockPayable = async (tx: Tx, ids: readonly number[], actor: Staff): Promise<PayableRow[]> => {
  const wanted = [...new Set(ids)].sort((a, b) => a - b);
  await tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(inArray(registrations.id, wanted))
    .orderBy(asc(registrations.id))
    .for('no key update');
  const rows = await findRows(tx, wanted);
  if (rows.length < wanted.length || !rows.every((row) => isWithin(row, actor)))
    throw new Refusal('registration_unknown');
  return rows;
};
