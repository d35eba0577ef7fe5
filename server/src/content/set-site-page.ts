import { SitePage, type SitePageName, sitePages } from '@portal/contract/content';
import { sitePageNames } from '@portal/contract/office/content';
import { eq } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { refuseOldVersion } from '../audit/version.ts';
import type { Tx } from '../platform/database/database.ts';
import { cleanHtml } from '../platform/http/html.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { lockSetting } from './lock-setting.ts';
import { sitePageKey } from './queries.ts';
import { siteSettings } from './tables.ts';

export const versionedPage = (name: SitePageName) =>
  ({ subject: 'page', id: sitePages.indexOf(name) + 1, actions: ['page.set'] }) as const;

/** Without `version`, for whoever has seen no former one. */
export const setSitePage = async (
  tx: Tx,
  { name, title, html, version }: SitePage & { name: SitePageName; version?: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  const key = sitePageKey(name);
  const value: SitePage = { title, html: cleanHtml(html) };
  await lockSetting(tx, key);
  if (version !== undefined) await refuseOldVersion(tx, versionedPage(name), version);
  const [former] = await tx.select().from(siteSettings).where(eq(siteSettings.key, key));
  await tx
    .insert(siteSettings)
    .values({ key, value })
    .onConflictDoUpdate({ target: siteSettings.key, set: { value } });
  const recorded = ({ title: heading, html: text }: SitePage) => ({ title: heading, value: text });
  const before = former && recorded(SitePage.parse(former.value));
  const event = { actor, action: 'page.set', subject: 'page', subjectId: versionedPage(name).id } as const;
  await recordEvent(tx, { ...event, before, after: { name: sitePageNames[name], ...recorded(value) } }, now);
};
