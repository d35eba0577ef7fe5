import { asc, eq, sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { withinScope } from '../../staff/scope.ts';
import { bankAccounts, organizations } from '../tables.ts';

const classesToCome = (now: Date) => sql<number>`(select count(*)::int from classes c
  where c.bank_account_id = bank_accounts.id and c.start_time > ${now}
    and c.state in ('draft', 'published', 'closed'))`;

const VERSION = sql<number>`coalesce((select max(e.id) from audit_events e where e.subject = 'bank_account'
  and e.subject_id = bank_accounts.id and e.action = 'bank_account.edit'), 0)::float`;

/** Finds the accounts of the organisations whose settings the reader may read. */
export const findBankAccountRows = (db: Executor, { actor, now }: Context<Staff>) =>
  db
    .select({
      account: bankAccounts,
      organization: { id: organizations.id, name: organizations.name },
      classes: classesToCome(now),
      version: VERSION,
    })
    .from(bankAccounts)
    .innerJoin(organizations, eq(organizations.id, bankAccounts.organizationId))
    .where(withinScope(actor, 'settings.read', bankAccounts.organizationId))
    .orderBy(
      sql`${bankAccounts.closedAt} is not null`,
      asc(organizations.position),
      asc(organizations.id),
      asc(bankAccounts.id),
    );

/** Throws `not_found`. */
export const lockBankAccount = async (tx: Tx, id: number) => {
  const [found] = await tx.select().from(bankAccounts).where(eq(bankAccounts.id, id)).for('update');
  if (!found) throw new Refusal('not_found');
  return found;
};

export const countClassesToCome = async (tx: Tx, id: number, now: Date): Promise<number> => {
  const [found] = await tx
    .select({ classes: classesToCome(now) })
    .from(bankAccounts)
    .where(eq(bankAccounts.id, id));
  return found?.classes ?? 0;
};

/** Locks the account, so that nobody closes it before the transaction ends. */
export const refuseClosedAccount = async (tx: Tx, id: number | null): Promise<void> => {
  if (id === null) return;
  const [found] = await tx
    .select({ closedAt: bankAccounts.closedAt })
    .from(bankAccounts)
    .where(eq(bankAccounts.id, id))
    .for('key share');
  if (found?.closedAt) throw new Refusal('bank_account_unknown');
};
