import type { RefusalCode } from '@portal/contract/errors';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { bankAccounts } from '../catalogue/tables.ts';
import { classes } from '../classes/tables.ts';
import { type LockedRegistration, lockRegistrations } from '../enrolment/lock-registrations.ts';
import { applicableFee } from '../enrolment/seats/fee.ts';
import type { State } from '../enrolment/states.ts';
import { registrations } from '../enrolment/tables.ts';
import { owedBy } from '../money/balance.ts';
import type { Executor, Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { mayConfirmFor } from './policy.ts';
import { openReportOf } from './queries.ts';

export interface PayableRow {
  readonly id: number;
  readonly state: State;
  readonly result: number | null;
  readonly fee: number;
  /** The amount that the person still owes. */
  readonly due: number;
  /** The report that waits for its money. */
  readonly reportId: number | null;
  readonly organizationId: number;
  readonly accountId: number | null;
  /** Its own where it names no account. */
  readonly accountOrganizationId: number;
  readonly locked: LockedRegistration;
}

const findRows = (db: Executor, ids: readonly number[]): Promise<Omit<PayableRow, 'locked'>[]> =>
  db
    .select({
      id: registrations.id,
      state: registrations.state,
      result: registrations.result,
      fee: applicableFee,
      due: owedBy(sql`${registrations.id}`),
      reportId: openReportOf(sql`${registrations.id}`),
      organizationId: classes.organizationId,
      accountId: classes.bankAccountId,
      accountOrganizationId: sql<number>`coalesce(${bankAccounts.organizationId}, ${classes.organizationId})`,
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(bankAccounts, eq(bankAccounts.id, classes.bankAccountId))
    .where(inArray(registrations.id, [...ids]))
    .orderBy(asc(registrations.id));

/** Whether the class names the bank account, or the account belongs to the organisation of the class. */
export const paysInto = (
  row: Pick<PayableRow, 'accountId' | 'accountOrganizationId'>,
  account: { readonly accountId: number; readonly organizationId: number },
): boolean => row.accountId === account.accountId || row.accountOrganizationId === account.organizationId;

/** The registration was cancelled while its payment was reported: money that comes for it goes back. */
export const isCancelledReport = ({ state, reportId }: Pick<PayableRow, 'state' | 'reportId'>): boolean =>
  state === 'cancelled' && reportId !== null;

/** Throws for registrations outside the actor's scope. */
export const lockPayable = async (
  tx: Tx,
  ids: readonly number[],
  actor: Staff,
  refusal: RefusalCode = 'registration_unknown',
): Promise<PayableRow[]> => {
  const wanted = [...new Set(ids)];
  const locked = new Map((await lockRegistrations(tx, wanted)).map((each) => [each.id, each]));
  const rows = (await findRows(tx, wanted)).flatMap((row) => {
    const registration = locked.get(row.id);
    return registration ? [{ ...row, locked: registration }] : [];
  });
  if (rows.length < wanted.length || !rows.every((row) => mayConfirmFor(actor, row)))
    throw new Refusal(refusal);
  return rows;
};
