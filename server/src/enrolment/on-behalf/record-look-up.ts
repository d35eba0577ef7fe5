import type { ApplicantProof } from '@portal/contract/office/enrolment';
import { maskIdentity } from '../../accounts/people/mask.ts';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { scopeOfStaff } from '../../staff/policy.ts';

interface LookUp {
  readonly action: 'person.find' | 'person.find_holder' | 'person.identify' | 'person.send_code';
  readonly number: string;
  /** Null if nobody was found, or the proof was wrong. */
  readonly accountId: number | null;
  readonly by?: ApplicantProof['by'];
}

/**
 * Records a search that may show a person of any branch. An unsuccessful one names the masked number and belongs to the branch
 * of the staff member.
 */
export const recordLookUp = async (
  tx: Tx,
  { action, number, accountId, by }: LookUp,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const event = { actor, action, subject: 'account' } as const;
  if (accountId !== null) {
    await recordEvent(tx, { ...event, subjectId: accountId, ...(by && { after: { by } }) }, now);
    return;
  }
  const scope = scopeOfStaff(actor, 'person.read');
  const organizationId = scope !== 'everywhere' && scope.length === 1 ? scope[0] : undefined;
  const after = { by, notFound: maskIdentity(number) };
  await recordEvent(tx, { ...event, organizationId, after }, now);
};
