import type { Right } from '@portal/contract/rights';
import { MovedMeanwhile } from '../../enrolment/lock-registrations.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { may } from '../../staff/policy.ts';
import type { PrintedNames } from '../papers/refuse-unprintable.ts';
import { findCertificate, lockCertificate, type RegisteredCertificate } from '../queries.ts';
import { type Holder, lockHolder, refuseUnprintableHolder } from './holder.ts';

/** Its version is its last correction or revocation. */
export const versionedCertificate = (id: number) =>
  ({ subject: 'certificate', id, actions: ['certificate.correct', 'certificate.revoke'] }) as const;

interface DeskAccess {
  readonly actor: Staff;
  readonly right: Right;
  /** The names that a new paper prints instead of the account's. Missing if the call makes no paper. */
  readonly printed?: PrintedNames;
}

/** Locks the holder and the certificate. One of another organisation is refused like one that does not exist. */
export const lockForDesk = async (
  tx: Tx,
  certificateId: number,
  { actor, right, printed }: DeskAccess,
): Promise<RegisteredCertificate & { readonly holder: Holder }> => {
  const seen = await findCertificate(tx, certificateId);
  if (!seen || !may(actor, right, seen.organizationId)) throw new Refusal('certificate_unknown');
  if (printed) await refuseUnprintableHolder(tx, seen.accountId, printed);
  const holder = await lockHolder(tx, seen.accountId);
  await lockCertificate(tx, certificateId);
  const certificate = await findCertificate(tx, certificateId);
  if (!certificate) throw new Refusal('certificate_unknown');
  if (certificate.accountId !== seen.accountId)
    throw new MovedMeanwhile(`certificate ${certificateId} is another person's by now`);
  return { ...certificate, holder };
};
