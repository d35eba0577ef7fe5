import type { NewSignerForm } from '@portal/contract/office/certificate-layouts';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { violatedConstraint } from '../../platform/database/violated-constraint.ts';
import { Refusal } from '../../platform/errors.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight } from '../../staff/policy.ts';
import { certificateSigners } from '../tables.ts';
import { refuseUnknownPictures } from './certificate-pictures.ts';

const FAULTS = {
  certificate_signers_name: 'signer_taken',
  certificate_signers_organization_id_organizations_id_fk: 'signer_organization',
} as const;

export const refusingTakenSigner = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const code = FAULTS[(violatedConstraint(error) ?? '') as keyof typeof FAULTS];
    throw code ? new Refusal(code) : error;
  }
};

export const createSigner = async (
  tx: Tx,
  input: NewSignerForm,
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  const { organizationId, name, title, sealId } = input;
  requireRight(actor, 'settings.edit', organizationId);
  await refuseUnknownPictures(tx, { seal: sealId });
  const [created] = await refusingTakenSigner(() =>
    tx
      .insert(certificateSigners)
      .values({ organizationId, name, title, sealId })
      .returning({ id: certificateSigners.id }),
  );
  if (!created) throw new Error('the signer was not inserted');
  const event = { actor, action: 'certificate_signer.create', subject: 'certificate_signer' } as const;
  const after = { name, signerTitle: title, sealId };
  await recordEvent(
    tx,
    { ...event, organizationId: organizationId ?? undefined, subjectId: created.id, after },
    now,
  );
  return created.id;
};
