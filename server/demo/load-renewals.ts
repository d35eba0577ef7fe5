import { addDays, addMonths, addYears, today } from '@portal/contract/dates';
import sharp from 'sharp';
import { proveTrainee } from '../src/accounts/actors.ts';
import { issueCertificate } from '../src/certificates/issue/issue-certificate.ts';
import { findKindSettings } from '../src/certificates/kinds/find-kind-settings.ts';
import { saveKindSettings } from '../src/certificates/kinds/save-kind-settings.ts';
import { answerInquiry } from '../src/certificates/renewal/answer-inquiry.ts';
import { askDocument } from '../src/certificates/renewal/ask-document.ts';
import { askRenewal } from '../src/certificates/renewal/ask-renewal.ts';
import { findOpenInquiries } from '../src/certificates/renewal/inquiries.ts';
import { inTransaction, type Tx } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import type { Staff } from '../src/staff/actors.ts';
import association from './association.json' with { type: 'json' };
import type { DemoPeople } from './load-people.ts';
import { readPicture, renderPicture } from './pictures.ts';

const morningOf = (date: string) => new Date(`${date}T10:00:00+08:00`);

const TAIPEI = association.organizations.find(({ code }) => code === 'TPE');
const WATER_SAFETY = association.trainclasses.find(({ code }) => code === 'SWC');

/** A renewal of this kind needs twelve hours of refresher training within three years. */
const setRule = async (tx: Tx, now: Date): Promise<void> => {
  const kindId = WATER_SAFETY?.id ?? 0;
  const { form } = await findKindSettings(tx, kindId);
  const ruled = { ...form, refresherHours: 12, refresherYears: 3 };
  await saveKindSettings(tx, { kindId, form: ruled, version: 0 }, { actor: 'system', now });
};

interface Waiting {
  readonly accountId: number;
  readonly staff: Staff;
  /** Days before today. */
  readonly sent: number;
  readonly inquired: number;
  readonly inquiry: string;
}

/** A request for which staff have asked for a document. */
const loadInquiry = async (
  tx: Tx,
  { accountId, staff, sent, inquired, inquiry }: Waiting,
  day: string,
): Promise<void> => {
  const endTime = addMonths(day, 2);
  const issuedOn = addDays(addYears(endTime, -(WATER_SAFETY?.certificate.years ?? 1)), 1);
  const place = { organizationId: TAIPEI?.id ?? 0, courseId: WATER_SAFETY?.id ?? 0 };
  const { number } = await issueCertificate(
    tx,
    { accountId, ...place, issuedOn, endTime },
    { actor: staff, now: morningOf(issuedOn) },
  );
  const requestId = await askRenewal(
    tx,
    { code: number, frontNote: '已於外縣市完成複訓。' },
    { actor: proveTrainee({ accountId }), now: morningOf(addDays(day, -sent)) },
  );
  const context = { actor: staff, now: morningOf(addDays(day, -inquired)) };
  await askDocument(tx, { requestId, text: inquiry }, context);
};

const answer = async (services: Services, accountId: number, day: string): Promise<void> => {
  const [inquiry] = await findOpenInquiries(services.db, accountId);
  if (!inquiry) throw new Error('nothing was asked');
  const picture = await renderPicture(await readPicture('intro-coach'), 800, 600);
  await answerInquiry(
    services,
    {
      inquiryId: inquiry.id,
      answer: '如附件，共 12 小時，由高雄市分會於今年辦理。',
      bytes: await sharp(picture).jpeg().toBuffer(),
    },
    { actor: proveTrainee({ accountId }), now: morningOf(addDays(day, -1)), idempotency: null },
  );
};

/** Two requests of 臺北市分會: one waits for what staff have asked for, and one was answered. */
export const loadRenewals = async (
  services: Services,
  { people: { extras }, staff }: { readonly people: DemoPeople; readonly staff: Staff },
  now: Date,
): Promise<void> => {
  const day = today(now);
  const [asked = 0, answered = 0] = extras.slice(23, 25);
  const inquiry = '請上傳外縣市複訓的時數證明';
  await inTransaction(services.db, async (tx) => {
    await loadInquiry(tx, { accountId: asked, staff, sent: 6, inquired: 4, inquiry }, day);
    await loadInquiry(tx, { accountId: answered, staff, sent: 9, inquired: 7, inquiry }, day);
    await setRule(tx, now);
  });
  await answer(services, answered, day);
};
