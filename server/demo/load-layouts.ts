import { readFile } from 'node:fs/promises';
import type { LayoutForm } from '@portal/contract/office/certificate-layouts';
import { uploadCertificatePicture } from '../src/certificates/layouts/certificate-pictures.ts';
import { createSigner } from '../src/certificates/layouts/create-signer.ts';
import { defaultLayout } from '../src/certificates/layouts/default-layout.ts';
import { saveLayout } from '../src/certificates/layouts/save-layout.ts';
import { inTransaction } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import association from './association.json' with { type: 'json' };
import { renderPicture } from './pictures.ts';

const PICTURE_SIDE = 600;

const upload = async (services: Services, kind: 'seal' | 'logo', now: Date): Promise<number> => {
  const drawing = await readFile(new URL(`./pictures/certificate-${kind}.svg`, import.meta.url));
  const bytes = await renderPicture(drawing, PICTURE_SIDE, PICTURE_SIDE);
  const context = { actor: 'system', now, idempotency: null } as const;
  return (await uploadCertificatePicture(services, { kind, bytes }, context)).id;
};

/** A layout in both languages. That of coaches is across, because they hang it on a wall. */
const layoutOf = (isCoach: boolean, logoId: number): LayoutForm => ({
  ...defaultLayout,
  ...{ languages: 'both', paper: isCoach ? 'a4-across' : 'a4-upright', logoId },
  ...{
    issuer: '全國安全技能訓練協會　{organization}',
    issuerEnglish: 'National Safety Skills Training Association',
  },
});

/** A signer of the association with a seal, and a layout with a logo for each kind of certificates. */
export const loadLayouts = async (services: Services, now: Date): Promise<void> => {
  const [sealId, logoId] = [await upload(services, 'seal', now), await upload(services, 'logo', now)];
  const context = { actor: 'system', now } as const;
  await inTransaction(services.db, async (tx) => {
    const signer = { organizationId: null, name: '鄭守誠', title: '理事長', sealId };
    await createSigner(tx, signer, context);
    for (const { id: kindId, certificate } of association.trainclasses) {
      const form = layoutOf(certificate.renewable, logoId);
      await saveLayout(tx, { kindId, form, version: 0 }, context);
    }
  });
};
