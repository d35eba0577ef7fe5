import { createHash, randomBytes } from 'node:crypto';
import type { PaperFormat } from '@portal/contract/certificates';
import { and, eq } from 'drizzle-orm';
import { renderCertificate } from '../../papers/render-certificate.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Files } from '../../platform/files/files.ts';
import { issuedPaper } from '../layouts/issued-paper.ts';
import { certificateContents, certificatePapers } from '../tables.ts';
import { findSigningKey } from '../verify/keys.ts';
import { verificationAddress } from '../verify/verification-address.ts';
import { refusingGlyphs } from './refuse-unprintable.ts';

interface PaperServices {
  readonly db: Executor;
  readonly files: Files;
  readonly publicUrl: string;
}

interface WantedPaper {
  readonly certificateId: number;
  readonly format: PaperFormat;
}

const isOf = ({ certificateId, format }: WantedPaper) =>
  and(eq(certificatePapers.certificateId, certificateId), eq(certificatePapers.format, format));

/** The bytes are null if the file was lost. */
const findStored = async ({ db, files }: PaperServices, wanted: WantedPaper) => {
  const [stored] = await db.select().from(certificatePapers).where(isOf(wanted));
  return stored && { fileKey: stored.fileKey, bytes: await files.read(stored.fileKey) };
};

/** Builds the input of `renderCertificate` from the frozen content and the layout of an issued certificate. */
const findPrintedPaper = async (
  { db, files, publicUrl }: PaperServices,
  { certificateId, format }: WantedPaper,
) => {
  const [frozen] = await db
    .select()
    .from(certificateContents)
    .where(eq(certificateContents.certificateId, certificateId));
  if (!frozen) throw new Error(`certificate ${certificateId} has no content`);
  const { content, layoutId } = frozen;
  const url = verificationAddress(frozen, await findSigningKey(db), publicUrl);
  return issuedPaper({ db, files }, { content, layoutId, url }, format);
};

/**
 * Stores the file in place of a lost one, or as the first. Returns the file that counts: if somebody else was first, theirs,
 * and the sweep removes this one. Throws if it cannot be stored, for example on a full disk: a paper that is given out without
 * its digest would be called different from the issued one.
 */
const storePaper = async (
  services: PaperServices,
  wanted: WantedPaper,
  { pdf, lostKey, now }: { pdf: Uint8Array; lostKey: string | undefined; now: Date },
): Promise<Uint8Array> => {
  const file = {
    fileKey: `certificates/${randomBytes(16).toString('base64url')}`,
    sha256: createHash('sha256').update(pdf).digest('hex'),
    createdAt: now,
  };
  await services.files.put(file.fileKey, pdf);
  const { rowCount } = await services.db
    .insert(certificatePapers)
    .values({ ...wanted, ...file })
    .onConflictDoUpdate({
      target: [certificatePapers.certificateId, certificatePapers.format],
      set: file,
      setWhere: eq(certificatePapers.fileKey, lostKey ?? ''),
    });
  return rowCount === 1 ? pdf : ((await findStored(services, wanted))?.bytes ?? pdf);
};

/**
 * The paper as PDF/A. It is made when it is first asked for, and the same file from then on. Throws `certificate_glyphs`, and
 * `photo_damaged` for a photo that cannot be read.
 */
export const findPaper = async (
  services: PaperServices,
  wanted: WantedPaper,
  now: Date,
): Promise<Uint8Array> => {
  const stored = await findStored(services, wanted);
  if (stored?.bytes) return stored.bytes;
  const paper = await findPrintedPaper(services, wanted);
  const pdf = await refusingGlyphs(() => renderCertificate(paper));
  return storePaper(services, wanted, { pdf, lostKey: stored?.fileKey, now });
};
