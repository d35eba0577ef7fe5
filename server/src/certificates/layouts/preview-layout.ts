import { addYears, today } from '@portal/contract/dates';
import type { LayoutForm, PreviewSample, PreviewSide } from '@portal/contract/office/certificate-layouts';
import { drawCertificate } from '../../papers/render-certificate.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { loadSharp } from '../../platform/files/sharp.ts';
import type { Services } from '../../platform/services.ts';
import { refusingGlyphs } from '../papers/refuse-unprintable.ts';
import { readPictures } from './certificate-pictures.ts';
import type { PrintedContent } from './certificate-texts.ts';
import { findCertificateKind, findSigner, type Kind } from './layout-queries.ts';
import { paperOf } from './paper-of.ts';
import { refuseUnknownParts } from './save-layout.ts';

/* Invented people: those who edit layouts may not see trainees. */

const SAMPLE_PEOPLE: Record<PreviewSample, Pick<PrintedContent, 'chineseName' | 'englishName' | 'course'>> = {
  common: { chineseName: '林怡君', englishName: 'LIN, Yi-Chun', course: '初級急救員訓練' },
  longest: {
    chineseName: '𠮷堃喆㛢𤧟〇阿布都拉買買提艾力伊布拉欣王小明陳大文林怡君張三李四趙五錢六孫七',
    englishName: 'Abdurahmanmuhammadibrahimovichalexandrovskykonstantinopolous',
    course: '甲種職業安全衛生業務主管暨高級急救員複合式安全衛生在職教育訓練進修班（夜間及假日密集班）',
  },
};

const contentOf = (kind: Kind, sample: PreviewSample, day: string): PrintedContent => ({
  ...SAMPLE_PEOPLE[sample],
  number: 'ABC-2026-7KQ2M9XW4T',
  registerNumber: '範例字第1150001號',
  organization: '臺北市分會',
  kind: kind.name,
  hours: 16,
  firstDay: day,
  lastDay: day,
  issuedOn: day,
  validUntil: addYears(day, 3),
  identity: 'A200000003',
  birthDate: '1996-03-02',
});

/** An address as long as that of a real certificate. It leads nowhere. */
const CHECK_URL = `https://preview.invalid/v/ABC-2026-7KQ2M9XW4T#${'0'.repeat(240)}`;

const photo = async (): Promise<Buffer> => {
  const sharp = await loadSharp();
  return sharp({ create: { width: 413, height: 531, channels: 3, background: '#d9e2e4' } })
    .jpeg()
    .toBuffer();
};

interface Preview {
  readonly kindId: number;
  readonly form: LayoutForm;
  readonly side: PreviewSide;
  readonly sample: PreviewSample;
}

/** An SVG drawing of the paper, whose letters are outlines. The server's sharp reads no SVG. Writes nothing. */
export const previewLayout = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  { kindId, form, side, sample }: Preview,
  now: Date,
): Promise<Uint8Array> => {
  const kind = await findCertificateKind(db, kindId);
  await inTransaction(db, (tx) => refuseUnknownParts(tx, form));
  const signer = await findSigner(db, form, 0);
  const pictures = { ...(await readPictures({ db, files }, form, signer)), photo: await photo() };
  const content = contentOf(kind, sample, today(now));
  const paper = paperOf({ content, layout: form, signer, pictures, url: CHECK_URL }, side);
  return Buffer.from(await refusingGlyphs(() => drawCertificate(paper)));
};
