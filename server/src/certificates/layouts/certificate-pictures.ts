import { randomBytes } from 'node:crypto';
import type { CertificatePictureKind, LayoutForm } from '@portal/contract/office/certificate-layouts';
import { inArray } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { cleanPrintPicture } from '../../platform/files/pictures.ts';
import { type IdempotencyKey, onceOnly } from '../../platform/http/idempotency.ts';
import type { Services } from '../../platform/services.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { certificatePictures } from '../tables.ts';

/** Pixels of the longer side: 300 dpi on a seal of 50 mm and a logo of 75 mm, 200 dpi on A4. */
const SIDES: Record<CertificatePictureKind, number> = { seal: 600, logo: 900, background: 2_340 };

interface Upload {
  readonly kind: CertificatePictureKind;
  readonly bytes: Uint8Array;
}

interface Details extends Context<StaffOrSystem> {
  readonly idempotency: IdempotencyKey | null;
}

/** A repeated call stores its file twice; the sweep removes files without a row. */
export const uploadCertificatePicture = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  { kind, bytes }: Upload,
  { actor, now, idempotency }: Details,
): Promise<{ id: number }> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  const picture = await cleanPrintPicture(bytes, SIDES[kind]);
  const fileKey = `certificate-pictures/${randomBytes(16).toString('base64url')}`;
  await files.put(fileKey, picture);
  return onceOnly(db, idempotency, now, async (tx) => {
    const values = { kind, fileKey, createdAt: now };
    const [created] = await tx
      .insert(certificatePictures)
      .values(values)
      .returning({ id: certificatePictures.id });
    if (!created) throw new Error('the picture was not inserted');
    const event = { actor, action: 'certificate_picture.save', subject: 'certificate_picture' } as const;
    await recordEvent(tx, { ...event, subjectId: created.id, after: { kind } }, now);
    return created;
  });
};

type PictureIds = { readonly [Kind in CertificatePictureKind]?: number | null };

const findPictures = async (db: Executor, wanted: PictureIds) => {
  const ids = Object.values(wanted).filter((each) => each !== null);
  return ids.length === 0
    ? []
    : db.select().from(certificatePictures).where(inArray(certificatePictures.id, ids));
};

/** Each picture is there and of its kind. */
export const refuseUnknownPictures = async (tx: Tx, wanted: PictureIds): Promise<void> => {
  const found = await findPictures(tx, wanted);
  for (const [kind, id] of Object.entries(wanted)) {
    const isKnown = id === null || found.some((each) => each.id === id && each.kind === kind);
    if (!isKnown) throw new Refusal('certificate_picture_unknown', { field: `${kind}Id` });
  }
};

/** The bytes of the pictures of a layout and its signer. */
export const readPictures = async (
  { db, files }: { db: Executor; files: Services['files'] },
  { logoId, backgroundId }: Pick<LayoutForm, 'logoId' | 'backgroundId'>,
  signer: { readonly sealId: number | null } | null,
) => {
  const wanted = { logo: logoId, background: backgroundId, seal: signer?.sealId ?? null };
  const found = await findPictures(db, wanted);
  const read = async (id: number | null): Promise<Uint8Array | null> => {
    const key = found.find((each) => each.id === id)?.fileKey;
    return key === undefined ? null : ((await files.read(key)) ?? null);
  };
  const [logo, background, seal] = await Promise.all([wanted.logo, wanted.background, wanted.seal].map(read));
  return { logo: logo ?? null, background: background ?? null, seal: seal ?? null };
};

/** Throws `not_found`. */
export const readPicture = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  id: number,
): Promise<Uint8Array> => {
  const [found] = await db
    .select()
    .from(certificatePictures)
    .where(inArray(certificatePictures.id, [id]));
  const bytes = found && (await files.read(found.fileKey));
  if (!bytes) throw new Refusal('not_found');
  return bytes;
};
