import { type ClassForRecipient, classRowsWithMap, recordsLink } from '../enrolment/letter-parts.ts';
import { defineLetter } from '../mail/letters.ts';

export const classMessageLetter = defineLetter<ClassForRecipient & { subject: string; text: string }>(
  'class_message',
  ({ name, subject, text, ...classData }, publicUrl) => ({
    subject: `${subject}（${classData.train}）`,
    name,
    body: [
      ...text.split(/\n{2,}/),
      '以上為下列課程的通知，若有疑問，請洽主辦分會。',
      { rows: classRowsWithMap(classData) },
      recordsLink(publicUrl),
    ],
  }),
);
