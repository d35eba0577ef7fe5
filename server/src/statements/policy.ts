import { mayConfirm } from '../payment/policy.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';

export const accountPermissions = (account: { readonly organizationId: number }, actor: Staff) => ({
  import: may(actor, 'statement.import', account.organizationId),
  confirm: mayConfirm(actor, account),
});
