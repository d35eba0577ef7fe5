import { accounts } from '../src/accounts/tables.ts';
import { organizations } from '../src/catalogue/tables.ts';
import { isDemoMarked } from '../src/content/demo-mark.ts';
import type { Services } from '../src/platform/services.ts';

const isEmpty = async ({ db }: Services): Promise<boolean> => {
  const people = await db.select({ id: accounts.id }).from(accounts).limit(1);
  const branches = await db.select({ id: organizations.id }).from(organizations).limit(1);
  return people.length + branches.length === 0;
};

/** `missing`: the database is empty, or a load was interrupted. `unwanted`: it has other data. */
type DemoState = 'loaded' | 'missing' | 'unwanted';

export const findDemo = async (services: Services): Promise<DemoState> => {
  // A load sets its mark before it stores anything: the mark is read last.
  const isMissing = await isEmpty(services);
  if (isMissing || (await isDemoMarked(services, 'loading'))) return 'missing';
  return (await isDemoMarked(services, 'loaded')) ? 'loaded' : 'unwanted';
};
