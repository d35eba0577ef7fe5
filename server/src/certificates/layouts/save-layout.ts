import type { LayoutForm } from '@portal/contract/office/certificate-layouts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { lockKind } from '../kinds/lock-kind.ts';
import { certificateLayouts, certificateSigners } from '../tables.ts';
import { refuseUnknownPictures } from './certificate-pictures.ts';
import { findLayout } from './layout-queries.ts';

export const versionedLayout = (kindId: number) =>
  ({ subject: 'certificate_layout', id: kindId, actions: ['certificate_layout.save'] }) as const;

/** Pictures and signer are known, and the signer is active. */
export const refuseUnknownParts = async (tx: Tx, form: LayoutForm): Promise<void> => {
  await refuseUnknownPictures(tx, { logo: form.logoId, background: form.backgroundId });
  if (form.signerId === null) return;
  const [signer] = await tx
    .select({ id: certificateSigners.id })
    .from(certificateSigners)
    .where(and(eq(certificateSigners.id, form.signerId), isNull(certificateSigners.closedAt)));
  if (!signer) throw new Refusal('signer_unknown');
};

const sameLayout = (one: LayoutForm, other: LayoutForm): boolean =>
  (Object.keys(one) as (keyof LayoutForm)[]).every((field) => one[field] === other[field]);

/** Saves a new version. Issued certificates keep theirs. */
export const saveLayout = async (
  tx: Tx,
  { kindId, form, version }: { kindId: number; form: LayoutForm; version: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  const kind = await lockKind(tx, kindId);
  await refuseOldVersion(tx, versionedLayout(kindId), version);
  const { number: former, layout } = await findLayout(tx, kindId);
  if (sameLayout(form, layout)) return;
  await refuseUnknownParts(tx, form);
  const { paper, hasCard, languages, calendars, logoId, backgroundId, signerId, ...texts } = form;
  const number = former + 1;
  await tx.insert(certificateLayouts).values({
    ...{ certificateKindId: kindId, number, paper, hasCard, languages, calendars, texts },
    ...{ logoId, backgroundId, signerId, createdAt: now },
  });
  const event = { actor, action: 'certificate_layout.save', subject: 'certificate_layout' } as const;
  const after = { certificateKind: kind, version: number };
  await recordEvent(tx, { ...event, subjectId: kindId, after }, now);
};
