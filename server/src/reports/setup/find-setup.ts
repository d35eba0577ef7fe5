import { optionalSteps, type Setup, setupSteps } from '@portal/contract/office/setup';
import { sql } from 'drizzle-orm';
import { findStarter } from '../../catalogue/starter/starter-set.ts';
import type { Executor } from '../../platform/database/database.ts';

/** Reads from the existing data whether each step of the setup is done. */
export const findSetup = async (db: Executor): Promise<Setup> => {
  const { rows } = await db.execute<Setup['steps']>(sql`select
    exists (select from branding) as "site",
    exists (select from site_settings where key = 'footer' and value ->> 'name' <> '') as "footer",
    exists (select from organizations where closed_at is null) as "organizations",
    exists (select from certificate_kinds) as "kinds",
    exists (select from courses) as "courses",
    exists (select from bank_accounts where closed_at is null) as "bankAccounts",
    exists (select from staff_roles r join staff_accounts s on s.id = r.staff_id
      where r.role = 'officer' and s.suspended_at is null) as "officers",
    exists (select from classes where published_at is not null) as "classes",
    exists (select from intros where published_at is not null)
      and exists (select from banners where published_at is not null) as "introductions",
    exists (select from accounts) as "people"`);
  const [steps] = rows;
  if (!steps) throw new Error('a select of scalars gave no row');
  const isReady = setupSteps.every((step) => steps[step] || optionalSteps.includes(step));
  return { steps, isReady, starter: await findStarter(db) };
};
