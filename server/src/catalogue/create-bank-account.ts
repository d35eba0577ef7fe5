import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { refuseWithout } from '../staff/policy.ts';
import { bankAccounts } from './tables.ts';

export interface NewBankAccount {
  readonly organizationId: number;
  /** Name, code and branch. */
  readonly bank: string;
  readonly holder: string;
  readonly number: string;
}

/** An account that an organisation's classes are paid into; returns its id. */
export const createBankAccount = async (
  tx: Tx,
  input: NewBankAccount,
  { actor, now }: Circumstances<StaffOrSystem>,
): Promise<number> => {
  refuseWithout(actor, 'settings.edit', input.organizationId);
  const [created] = await tx.insert(bankAccounts).values(input).returning({ id: bankAccounts.id });
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
