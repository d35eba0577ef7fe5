import type { MailboxForm } from '@portal/contract/office/enrolment';
import { holds } from '@portal/contract/rights';
import { storeMailbox } from '../../accounts/mailbox/store-mailbox.ts';
import { findAccount, findByIdentifier } from '../../accounts/queries.ts';
import type { Context } from '../../audit/actor.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { may } from '../../staff/policy.ts';

/** Somebody without a branch may go to any. */
const mayEdit = (actor: Staff, organizationId: number | null): boolean =>
  organizationId === null ? holds(actor.grants, 'person.edit') : may(actor, 'person.edit', organizationId);

/** One refusal for an unknown number, another birth date and another branch. */
const requirePersonOfBranch = async (
  db: Executor,
  { number, birthday }: Pick<MailboxForm, 'number' | 'birthday'>,
  actor: Staff,
): Promise<number> => {
  const found = await findByIdentifier(db, number);
  if (!found || found.suspended || found.birthday !== birthday) throw new Refusal('person_not_matched');
  const { organizationId } = await findAccount(db, found.accountId);
  if (!mayEdit(actor, organizationId)) throw new Refusal('person_not_matched');
  return found.accountId;
};

/** Helps a person of the old system who needs a mailbox to set a password. Returns the account's id. */
export const setMailbox = async (
  tx: Tx,
  { number, birthday, ...mailbox }: MailboxForm,
  { actor, now }: Context<Staff>,
): Promise<number> => {
  const accountId = await requirePersonOfBranch(tx, { number, birthday }, actor);
  await storeMailbox(tx, { accountId, ...mailbox }, { actor, now });
  return accountId;
};
