import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { optionalText, refuse, text, withRules } from '../fields.ts';
import { normaliseIdentity } from '../identity.ts';
import { birthDateFault, givenBirthDate } from '../passwords.ts';
import { personFields } from '../person-form.ts';

/** How staff know the person: by the identity card, or by a stored phone number that the person names. */
const MailboxProof = z.enum(['card', 'phone'], { error: '請選擇核對方式' });

const mailboxFields = z.object({
  number: text({ label: '證號', max: 40 }).check(z.overwrite(normaliseIdentity)),
  birthday: givenBirthDate.check(refuse(birthDateFault)),
  proof: MailboxProof,
  phone: optionalText({ label: '電話', max: 20 }),
  email: personFields.email,
});

export const MailboxForm = mailboxFields.check(
  withRules<z.infer<typeof mailboxFields>>([
    {
      needs: ['proof', 'phone'],
      faults: ({ proof, phone }) =>
        proof === 'phone' && phone === null ? [{ field: 'phone', text: '請輸入學員說出的電話' }] : [],
    },
  ]),
);
export type MailboxForm = z.infer<typeof MailboxForm>;

export const setMailbox = endpoint({
  method: 'POST',
  path: '/api/office/people/mailbox',
  access: 'person.edit',
  stepUp: true,
  summary: '為使用預設密碼且未登錄電子郵件的學員登錄電子郵件；須知道證號與出生日期，並核對證件或已登錄的電話',
  body: MailboxForm,
  answer: z.object({ id: z.int() }),
  refusals: ['person_not_matched', 'mailbox_stored', 'phone_unknown'],
});
