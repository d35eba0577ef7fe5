import { eq, sql } from 'drizzle-orm';
import type { Circumstances } from '../audit/actor.ts';
import { registrations } from '../enrolment/tables.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { lockPayable } from './payable.ts';
import { rejectPaymentOf } from './reject-payment.ts';
import { paymentReportRegistrations } from './tables.ts';

const findCovered = (tx: Tx, reportId: number) =>
  tx
    .select({ id: paymentReportRegistrations.registrationId, state: registrations.state })
    .from(paymentReportRegistrations)
    .innerJoin(registrations, eq(registrations.id, paymentReportRegistrations.registrationId))
    .where(
      sql`${paymentReportRegistrations.reportId} = ${reportId} and not exists (
        select from payment_report_registrations later
        where later.registration_id = ${registrations.id} and later.report_id > ${reportId})`,
    );

/** The registrations are unpaid again. Returns their number. */
export const rejectReport = async (
  tx: Tx,
  { reportId, reason }: { reportId: number; reason: string },
  { actor, now }: Circumstances<Staff>,
): Promise<number> => {
  const covered = await findCovered(tx, reportId);
  if (covered.length === 0) throw new Refusal('report_unknown');
  const ids = covered.map(({ id }) => id);
  const rows = await lockPayable(tx, ids, actor, 'report_unknown');
  const waiting = rows.filter(({ state }) => state === 'reported');
  if (waiting.length === 0) throw new Refusal('report_settled');
  for (const { locked } of waiting) await rejectPaymentOf(tx, { locked, reason }, { actor, now });
  return waiting.length;
};
