import type { ApplicantProof } from '@portal/contract/office/enrolment';
import { findHolderOfIdentifier } from '../../accounts/queries.ts';
import { countAttempt, reportWaitUnder } from '../../accounts/sign-in/sign-in-budget.ts';
import type { Context } from '../../audit/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { endApplicantCode, isApplicantCode } from './applicant-codes.ts';
import { recordLookUp } from './record-look-up.ts';

export interface FromAddress extends Context<Staff> {
  readonly address: string;
}

/** Wrong numbers, birth dates and codes share one budget of the staff member. */
export const countApplicantAttempt = (
  db: Database,
  { actor: { staffId }, address, now }: FromAddress,
  check: () => Promise<boolean>,
): Promise<boolean> =>
  countAttempt(db, { account: `applicant ${staffId}`, address, now, staff: { id: null } }, check).catch(
    reportWaitUnder('number'),
  );

const proves = async (
  db: Database,
  given: ApplicantProof,
  found: { readonly accountId: number; readonly birthday: string | null } | null,
  { actor: { staffId }, now }: Context<Staff>,
): Promise<boolean> => {
  if (found === null) return false;
  if (given.by === 'birthday') return given.birthday !== null && found.birthday === given.birthday;
  return isApplicantCode(db, { accountId: found.accountId, staffId, code: given.code ?? '' }, now);
};

/** Returns the id of the person. Each attempt records an event; that of a right one allows the enrolment. */
export const identifyApplicant = async (
  db: Database,
  given: ApplicantProof,
  by: FromAddress,
): Promise<number> => {
  const { number } = given;
  const found = await findHolderOfIdentifier(db, number);
  const isRight = await countApplicantAttempt(db, by, async () => {
    const isProved = await proves(db, given, found, by);
    return inTransaction(db, async (tx) => {
      const asked = found && { accountId: found.accountId, staffId: by.actor.staffId };
      const isLeft =
        !isProved || given.by !== 'code' || asked === null || (await endApplicantCode(tx, asked, by.now));
      const accountId = isProved && isLeft && found ? found.accountId : null;
      await recordLookUp(tx, { action: 'person.identify', number, accountId, by: given.by }, by);
      return accountId !== null;
    });
  });
  if (!isRight || !found)
    throw new Refusal(given.by === 'code' ? 'applicant_code_wrong' : 'applicant_mismatch');
  return found.accountId;
};
