import { Footer } from '@portal/contract/content';
import { eq } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { refuseOldVersion } from '../audit/version.ts';
import type { Tx } from '../platform/database/database.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { lockSetting } from './lock-setting.ts';
import { siteSettings } from './tables.ts';

/** There is one. */
const SITE = 1;

export const versionedFooter = { subject: 'footer', id: SITE, actions: ['footer.set'] } as const;

/** A caller that has not seen the former footer leaves out `version`. */
export const setFooter = async (
  tx: Tx,
  { version, ...footer }: Footer & { version?: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  await lockSetting(tx, 'footer');
  if (version !== undefined) await refuseOldVersion(tx, versionedFooter, version);
  const [former] = await tx.select().from(siteSettings).where(eq(siteSettings.key, 'footer'));
  await tx
    .insert(siteSettings)
    .values({ key: 'footer', value: footer })
    .onConflictDoUpdate({ target: siteSettings.key, set: { value: footer } });
  const event = {
    actor,
    action: 'footer.set',
    subject: 'footer',
    subjectId: SITE,
    before: former && Footer.parse(former.value),
    after: footer,
  } as const;
  await recordEvent(tx, event, now);
};
