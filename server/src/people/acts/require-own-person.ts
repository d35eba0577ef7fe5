import type { Right } from '@portal/contract/rights';
import { and, eq } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { withinScope } from '../../staff/scope.ts';

interface OwnPerson {
  readonly accountId: number;
  readonly right: Right;
}

/** Throws unless the person belongs to an organisation in which the right holds: others act on their own people. */
export const requireOwnPerson = async (
  db: Executor,
  { accountId, right }: OwnPerson,
  actor: Staff,
): Promise<void> => {
  const [found] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), withinScope(actor, right, accounts.organizationId)));
  if (!found) throw new Refusal('not_found');
};
