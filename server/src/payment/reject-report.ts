import { eq } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { lockPayable } from './payable.ts';
import { rejectOpenReports } from './reject-payment.ts';
import { paymentReportRegistrations } from './tables.ts';

const findCovered = (tx: Tx, reportId: number) =>
  tx
    .select({ id: paymentReportRegistrations.registrationId })
    .from(paymentReportRegistrations)
    .where(eq(paymentReportRegistrations.reportId, reportId));

/** The registrations are unpaid again; those that were cancelled since stay so. Returns their number. */
export const rejectReport = async (
  tx: Tx,
  { reportId, reason }: { reportId: number; reason: string },
  { actor, now }: Context<Staff>,
): Promise<number> => {
  const covered = await findCovered(tx, reportId);
  if (covered.length === 0) throw new Refusal('report_unknown');
  const ids = covered.map(({ id }) => id);
  const rows = await lockPayable(tx, ids, actor, 'report_unknown');
  const waiting = rows.filter((row) => row.reportId === reportId);
  if (waiting.length === 0) throw new Refusal('report_settled');
  const locked = waiting.map((row) => row.locked);
  await rejectOpenReports(tx, { locked, reason }, { actor, now });
  return waiting.length;
};
