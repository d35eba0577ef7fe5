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
import { pageRevisionKey, sitePageKey } from './queries.ts';
import { siteSettings } from './tables.ts';

export const versionedPage = (name: SitePageName) =>
  ({
    subject: 'page',
    id: sitePages.indexOf(name) + 1,
    actions: ['page.set', 'page.revise', 'page.discard'],
  }) as const;

const recorded = ({ title, html }: SitePage) => ({ title, value: html });

const readSetting = async (tx: Tx, key: string): Promise<SitePage | undefined> => {
  const [found] = await tx.select().from(siteSettings).where(eq(siteSettings.key, key));
  return found && SitePage.parse(found.value);
};

interface NewPage extends SitePage {
  readonly name: SitePageName;
  /** A caller that has not seen the former page leaves it out. */
  readonly version?: number;
  /** A `revision` waits to be published; the public page stays as it is. */
  readonly publication?: 'published' | 'revision';
}

/** Throws `changed_meanwhile`. */
export const setSitePage = async (
  tx: Tx,
  { name, title, html, version, publication = 'published' }: NewPage,
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  const [key, revisionKey] = [sitePageKey(name), pageRevisionKey(name)];
  const value: SitePage = { title, html: cleanHtml(html) };
  await lockSetting(tx, key);
  if (version !== undefined) await refuseOldVersion(tx, versionedPage(name), version);
  const former = (await readSetting(tx, revisionKey)) ?? (await readSetting(tx, key));
  const waits = publication === 'revision';
  await tx
    .insert(siteSettings)
    .values({ key: waits ? revisionKey : key, value })
    .onConflictDoUpdate({ target: siteSettings.key, set: { value } });
  if (!waits) await tx.delete(siteSettings).where(eq(siteSettings.key, revisionKey));
  const action = waits ? 'page.revise' : 'page.set';
  const event = { actor, action, subject: 'page', subjectId: versionedPage(name).id } as const;
  const after = { name: sitePageNames[name], ...recorded(value) };
  await recordEvent(tx, { ...event, before: former && recorded(former), after }, now);
};

/** The discarded text stays in the event. Without a revision nothing happens. */
export const discardPageRevision = async (
  tx: Tx,
  { name }: { name: SitePageName },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  await lockSetting(tx, sitePageKey(name));
  const revision = await readSetting(tx, pageRevisionKey(name));
  if (!revision) return;
  await tx.delete(siteSettings).where(eq(siteSettings.key, pageRevisionKey(name)));
  const event = {
    actor,
    action: 'page.discard',
    subject: 'page',
    subjectId: versionedPage(name).id,
  } as const;
  await recordEvent(tx, { ...event, before: recorded(revision) }, now);
};
