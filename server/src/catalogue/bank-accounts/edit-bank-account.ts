import type { BankAccountForm } from '@portal/contract/office/catalogue';
import type { EventData } from '@portal/contract/office/event-fields';
import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { changedFields } from '../../audit/changed-fields.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight } from '../../staff/policy.ts';
import { bankAccounts } from '../tables.ts';
import { lockBankAccount } from './bank-account-queries.ts';
import { refusingTakenNumber } from './create-bank-account.ts';

export const editBankAccount = async (
  tx: Tx,
  { id, version, ...form }: BankAccountForm & { id: number; version: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { organizationId, bank, bankCode, holder, number } = await lockBankAccount(tx, id);
  requireRight(actor, 'settings.edit', organizationId);
  const thing = { subject: 'bank_account', id, actions: ['bank_account.edit'] } as const;
  await refuseOldVersion(tx, thing, version);
  const changed = changedFields<EventData>({ bankCode, bank, holder, number }, form);
  if (changed === null) return;
  await refusingTakenNumber(() => tx.update(bankAccounts).set(form).where(eq(bankAccounts.id, id)));
  const event = { actor, action: 'bank_account.edit', subject: 'bank_account', subjectId: id } as const;
  await recordEvent(tx, { ...event, ...changed }, now);
};
