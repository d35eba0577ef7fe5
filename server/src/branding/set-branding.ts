import type { BrandingForm } from '@portal/contract/office/branding';
import { eq } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { recordEvent } from '../audit/record-event.ts';
import { refuseOldVersion } from '../audit/version.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { defaultBranding, findBranding } from './find-branding.ts';
import { mayEditBranding } from './policy.ts';
import { branding, logos } from './tables.ts';

/** The id of the only row. */
const SITE = 1;

export const versionedBranding = { subject: 'branding', id: SITE, actions: ['branding.edit'] } as const;

const refuseUnknownLogo = async (tx: Tx, id: number | null): Promise<void> => {
  if (id === null) return;
  const [found] = await tx.select({ id: logos.id }).from(logos).where(eq(logos.id, id));
  if (!found) throw new Refusal('logo_unknown');
};

/** Locks the row, and inserts it before the first change, when there is none. */
const lockBranding = async (tx: Tx): Promise<void> => {
  const { name, shortName, colour } = defaultBranding;
  await tx.insert(branding).values({ name, shortName, colour }).onConflictDoNothing();
  await tx.select({ id: branding.id }).from(branding).for('update');
};

const recorded = ({ address, ...form }: BrandingForm) => ({ ...form, siteAddress: address });

/** Throws `logo_unknown`, `changed_meanwhile`. */
export const setBranding = async (
  tx: Tx,
  { version, ...form }: BrandingForm & { version: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  if (!mayEditBranding(actor)) throw new Refusal('forbidden');
  await refuseUnknownLogo(tx, form.logoId);
  await lockBranding(tx);
  await refuseOldVersion(tx, versionedBranding, version);
  const { logo, ...former } = await findBranding(tx);
  const changes = changedFields(recorded({ ...former, logoId: logo?.id ?? null }), recorded(form));
  if (!changes) return;
  await tx.update(branding).set(form);
  await recordEvent(
    tx,
    { actor, action: 'branding.edit', subject: 'branding', subjectId: SITE, ...changes },
    now,
  );
};
