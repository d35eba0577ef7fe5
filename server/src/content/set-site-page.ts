import { SitePage, type SitePageName } from '@portal/contract/content';
import { eq } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { cleanHtml } from '../platform/http/html.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { sitePageKey } from './queries.ts';
import { siteSettings } from './tables.ts';

export const setSitePage = async (
  tx: Tx,
  { name, title, html }: SitePage & { name: SitePageName },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  const key = sitePageKey(name);
  const value: SitePage = { title, html: cleanHtml(html) };
  const [former] = await tx.select().from(siteSettings).where(eq(siteSettings.key, key)).for('update');
  await tx
    .insert(siteSettings)
    .values({ key, value })
    .onConflictDoUpdate({ target: siteSettings.key, set: { value } });
  const before = former && SitePage.parse(former.value);
  await recordEvent(tx, { actor, action: 'page.set', subject: 'page', before, after: { name, title } }, now);
};
