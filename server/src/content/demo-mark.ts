import { eq } from 'drizzle-orm';
import { ConfigurationFault } from '../platform/config.ts';
import type { Services } from '../platform/services.ts';
import { siteSettings } from './tables.ts';

const DEMO_KEY = 'demo_data';

type Mark = 'loading' | 'loaded';

export const markDemo = ({ db }: Services, value: Mark) =>
  db
    .insert(siteSettings)
    .values({ key: DEMO_KEY, value })
    .onConflictDoUpdate({ target: siteSettings.key, set: { value } });

export const isDemoMarked = async ({ db }: Services, value: Mark): Promise<boolean> => {
  const [found] = await db
    .select({ value: siteSettings.value })
    .from(siteSettings)
    .where(eq(siteSettings.key, DEMO_KEY));
  return found?.value === value;
};

/** Throws if a load was interrupted: the next load would delete data of this server. */
export const refuseHalfLoadedDemo = async (services: Services): Promise<void> => {
  if (!(await isDemoMarked(services, 'loading'))) return;
  throw new ConfigurationFault(
    '示範資料只載入了一部分，請以 DEMO_DATA=on 再啟動一次，或改用空的資料庫 (the demo data are there in part: start once with DEMO_DATA=on, or use an empty database).',
  );
};
