import { forgetExpired } from '../accounts/forget-expired.ts';
import { forgetErasedContents } from '../certificates/forget-erased-contents.ts';
import { forgetInquiries } from '../certificates/renewal/forget-inquiries.ts';
import { forgetMisses } from '../certificates/verify/find-verified.ts';
import { forgetDocuments } from '../documents/forget-documents.ts';
import { forgetApplicantCodes } from '../enrolment/on-behalf/forget-applicant-codes.ts';
import { forgetNetworks } from '../enrolment/seats/forget-networks.ts';
import { forgetImports } from '../imports/forget-imports.ts';
import { forgetJobs } from '../jobs/forget-jobs.ts';
import { forgetSentMails } from '../mail/forget-sent-mails.ts';
import { forgetMoves } from '../people/merge/forget-moves.ts';
import { forgetOldKeys } from '../platform/http/idempotency.ts';
import type { Services } from '../platform/services.ts';
import { dataErasedLetter } from '../privacy/letters.ts';
import { forgetExpiredOfStaff } from '../staff/sign-in/forget-expired.ts';
import { forgetPayers } from '../statements/forget-payers.ts';
import { forgetOldRecords } from './forget-old-records.ts';
import { sweepFiles } from './sweep-files.ts';

const INTERVAL_MS = 3_600_000;

/** Safe on several servers at once. */
export const tidyUp = async ({ db, files, log, clock, config }: Services): Promise<void> => {
  const now = clock();
  try {
    await forgetExpired(db, now);
    await forgetExpiredOfStaff(db, now);
    await forgetApplicantCodes(db, now);
    await forgetOldKeys(db, now);
    await forgetOldRecords(db, now);
    await forgetNetworks(db, now);
    await forgetMisses(db, now);
    await forgetDocuments(db, config.documentMonths, now);
    await forgetInquiries(db, config.documentMonths, now);
    await forgetImports(db, now);
    await forgetJobs(db, now);
    await forgetMoves(db, now);
    await forgetSentMails(db, dataErasedLetter);
    await forgetErasedContents(db, now);
    await forgetPayers(db, config.statementYears, now);
    await sweepFiles({ db, files }, now);
  } catch (error) {
    log.warn({ error }, 'housekeeping failed');
  }
};

export const startHousekeeping = (services: Services): { stop(): void } => {
  void tidyUp(services);
  const timer = setInterval(tidyUp, INTERVAL_MS, services);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
