import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { violatedConstraint } from '../../platform/database/violated-constraint.ts';
import { Refusal } from '../../platform/errors.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight } from '../../staff/policy.ts';
import { bankAccounts } from '../tables.ts';

interface NewBankAccount {
  readonly organizationId: number;
  readonly bank: string;
  /** Three digits, unless `bank` names it. */
  readonly bankCode?: string;
  readonly holder: string;
  readonly number: string;
}

const FAULTS = {
  bank_accounts_number: 'bank_account_taken',
  bank_accounts_organization_id_organizations_id_fk: 'bank_account_organization',
} as const;

export const refusingTakenNumber = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const code = FAULTS[(violatedConstraint(error) ?? '') as keyof typeof FAULTS];
    throw code ? new Refusal(code) : error;
  }
};

export const createBankAccount = async (
  tx: Tx,
  input: NewBankAccount,
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  requireRight(actor, 'settings.edit', input.organizationId);
  const [created] = await refusingTakenNumber(() =>
    tx.insert(bankAccounts).values(input).returning({ id: bankAccounts.id }),
  );
  if (!created) throw new Error('the bank account was not inserted');
  const event = {
    actor,
    action: 'bank_account.create',
    subject: 'bank_account',
    subjectId: created.id,
  } as const;
  await recordEvent(tx, { ...event, after: input }, now);
  return created.id;
};
