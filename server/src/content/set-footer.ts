import type { Footer } from '@portal/contract/content';
import type { Executor } from '../platform/database.ts';
import { siteSettings } from './tables.ts';

/** What the foot of every page says of the association. */
export const setFooter = async (tx: Executor, footer: Footer): Promise<void> => {
  await tx
    .insert(siteSettings)
    .values({ key: 'footer', value: footer })
    .onConflictDoUpdate({ target: siteSettings.key, set: { value: footer } });
};
