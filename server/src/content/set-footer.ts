import { Footer } from '@portal/contract/content';
import { eq } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { siteSettings } from './tables.ts';

export const setFooter = async (
  tx: Tx,
  footer: Footer,
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  const [former] = await tx.select().from(siteSettings).where(eq(siteSettings.key, 'footer')).for('update');
  await tx
    .insert(siteSettings)
    .values({ key: 'footer', value: footer })
    .onConflictDoUpdate({ target: siteSettings.key, set: { value: footer } });
  const event = {
    actor,
    action: 'footer.set',
    subject: 'footer',
    before: former && Footer.parse(former.value),
    after: footer,
  } as const;
  await recordEvent(tx, event, now);
};
