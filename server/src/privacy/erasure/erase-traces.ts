import { eq, sql } from 'drizzle-orm';
import { eraseAccount } from '../../accounts/profile/erase-account.ts';
import { maskEvents } from '../../audit/mask-events.ts';
import { eraseCertificateTraces } from '../../certificates/erase-certificates.ts';
import { eraseDocuments } from '../../documents/erase-documents.ts';
import { eraseRegistrations } from '../../enrolment/erase-registrations.ts';
import { endMemberships } from '../../groups/end-memberships.ts';
import { eraseFromJobs } from '../../jobs/erase-from-jobs.ts';
import { eraseMails } from '../../mail/erase-mails.ts';
import { maskLedgerTexts } from '../../money/mask-texts.ts';
import { maskReports } from '../../payment/mask-reports.ts';
import { eraseIdentityChanges } from '../../people/erase-identity-changes.ts';
import { eraseMerges } from '../../people/merge/erase-merges.ts';
import { eraseTwins } from '../../people/twins/erase-twins.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ERASED_TEXT, type ErasedPart, erasedPart } from '../../platform/database/erased.ts';
import { eraseAnswers } from '../../platform/http/idempotency.ts';
import { maskPayers } from '../../statements/mask-payers.ts';
import { maskResultReasons } from '../../training/mask-reasons.ts';
import { dataExports, privacyRequests } from '../tables.ts';
import type { Traces } from './traces.ts';

const eraseOwnRequests = async (tx: Tx, accountId: number): Promise<ErasedPart[]> => {
  const erasedText = (column: typeof privacyRequests.reason) =>
    sql`case when ${column} is not null then ${ERASED_TEXT} end`;
  const emptied = await tx
    .update(privacyRequests)
    .set({
      note: null,
      reason: erasedText(privacyRequests.reason),
      extensionReason: sql`case when ${privacyRequests.extensionReason} is not null then ${ERASED_TEXT} end`,
    })
    .where(eq(privacyRequests.accountId, accountId));
  const copies = await tx.delete(dataExports).where(eq(dataExports.accountId, accountId));
  return [erasedPart(privacyRequests, 'emptied', emptied), erasedPart(dataExports, 'deleted', copies)];
};

/** Events come last: the database masks them for erased accounts only. */
const eraseOwnTraces = async (tx: Tx, traces: Traces, now: Date): Promise<ErasedPart[]> => {
  const { person, accountId, registrationIds, certificateIds, words } = traces;
  const keys = [accountId, ...registrationIds, ...certificateIds].map(String);
  return [
    ...(await eraseAccount(tx, person, now)),
    await eraseAnswers(tx, `account:${accountId}`),
    ...(await eraseMails(tx, traces)),
    await eraseIdentityChanges(tx, accountId, now),
    await eraseMerges(tx, accountId),
    ...(await eraseTwins(tx, accountId)),
    ...(await eraseRegistrations(tx, traces)),
    await eraseDocuments(tx, traces, now),
    await endMemberships(tx, accountId, now),
    await maskReports(tx, traces),
    ...(await maskLedgerTexts(tx, traces)),
    await maskPayers(tx, traces),
    await maskResultReasons(tx, traces),
    ...(await eraseCertificateTraces(tx, traces, now)),
    await eraseFromJobs(tx, { keys, words }, now),
    ...(await eraseOwnRequests(tx, accountId)),
    ...(await maskEvents(tx, { accountId, words })),
  ];
};

/** Erases the person and the accounts merged into theirs. Returns one part for each table and treatment. */
export const eraseTraces = async (tx: Tx, traces: Traces, now: Date): Promise<ErasedPart[]> => {
  const erased: ErasedPart[] = [];
  for (const each of [traces, ...traces.parts]) erased.push(...(await eraseOwnTraces(tx, each, now)));
  const alike = Map.groupBy(erased, ({ table, how }) => `${table} ${how}`);
  return [...alike.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, rows: others.reduce((sum, { rows }) => sum + rows, first.rows) }] : [],
  );
};
