import { type ClassForRecipient, classRows } from '../enrolment/letter-parts.ts';
import { defineLetter, type Part } from '../mail/letters.ts';

/** `result`: for display, 合格 or 不合格. */
type Result = ClassForRecipient & { result: string };

const toTraining = (publicUrl: string): Part => ({
  link: `${publicUrl}/Auth/TrainingRecord`,
  label: '查看訓練紀錄與成績',
});

export const resultPublishedLetter = defineLetter<Result>(
  'result_published',
  ({ name, result, ...classData }, publicUrl) => ({
    subject: `成績公布：${classData.train}`,
    name,
    body: [
      '您參加的課程已公布成績。',
      { rows: [['結果', result], ...classRows(classData)] },
      toTraining(publicUrl),
    ],
  }),
);

export const resultCorrectedLetter = defineLetter<Result & { reason: string }>(
  'result_corrected',
  ({ name, result, reason, ...classData }, publicUrl) => ({
    subject: `成績更正：${classData.train}`,
    name,
    body: [
      '您的成績已更正。如有疑問，請洽主辦分會。',
      { rows: [['更正後結果', result], ['更正原因', reason], ...classRows(classData)] },
      toTraining(publicUrl),
    ],
  }),
);
