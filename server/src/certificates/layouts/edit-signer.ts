import type { SignerForm } from '@portal/contract/office/certificate-layouts';
import type { EventData } from '@portal/contract/office/event-fields';
import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { changedFields } from '../../audit/changed-fields.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight } from '../../staff/policy.ts';
import { certificateSigners } from '../tables.ts';
import { refuseUnknownPictures } from './certificate-pictures.ts';
import { refusingTakenSigner } from './create-signer.ts';
import { lockSigner } from './signer-queries.ts';

const recorded = ({ name, title, sealId }: SignerForm) => ({ name, signerTitle: title, sealId });

export const editSigner = async (
  tx: Tx,
  { id, version, ...form }: SignerForm & { id: number; version: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { organizationId, ...former } = await lockSigner(tx, id);
  requireRight(actor, 'settings.edit', organizationId);
  const thing = { subject: 'certificate_signer', id, actions: ['certificate_signer.edit'] } as const;
  await refuseOldVersion(tx, thing, version);
  const changed = changedFields<EventData>(recorded(former), recorded(form));
  if (changed === null) return;
  await refuseUnknownPictures(tx, { seal: form.sealId });
  await refusingTakenSigner(() =>
    tx.update(certificateSigners).set(form).where(eq(certificateSigners.id, id)),
  );
  const event = { actor, action: 'certificate_signer.edit', subject: 'certificate_signer' } as const;
  await recordEvent(
    tx,
    { ...event, organizationId: organizationId ?? undefined, subjectId: id, ...changed },
    now,
  );
};
