import { addPhrase } from '../src/enrolment/review/change-phrases.ts';
import { inTransaction } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import type { Staff } from '../src/staff/actors.ts';

const phrases = [
  '未持有報名本課程所需的有效證照，請取得後再報名。',
  '未檢附基本救命術證書，請補件後重新報名。',
  '體檢證明已逾有效期限，請檢附三個月內的證明。',
  '照片不符規定，請於個人資料編輯改傳正面、脫帽、白底的半身照。',
  '個人資料與身分證明文件不符，請更正後重新報名。',
  '未達本課程的年齡限制。',
];

/** The phrases that officers reject with. */
export const loadPhrases = async (
  { db }: Services,
  { staff }: { staff: Staff },
  now: Date,
): Promise<void> => {
  await inTransaction(db, async (tx) => {
    for (const text of phrases) await addPhrase(tx, { text }, { actor: staff, now });
  });
};
