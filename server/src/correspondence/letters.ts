import { type AboutClass, classRows, toRecords } from '../enrolment/class-in-letters.ts';
import { defineLetter } from '../mail/letters.ts';

export const classMessageLetter = defineLetter<AboutClass & { subject: string; text: string }>(
  'class_message',
  ({ name, subject, text, ...opening }, publicUrl) => ({
    subject: `${subject}（${opening.train}）`,
    name,
    body: [
      ...text.split(/\n{2,}/),
      '以上為下列課程的通知，若有疑問，請洽主辦分會。',
      { rows: classRows(opening) },
      toRecords(publicUrl),
    ],
  }),
);
