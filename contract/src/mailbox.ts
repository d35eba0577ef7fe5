import * as z from 'zod/mini';
import { Done } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { refuse } from './fields.ts';
import { given } from './login-form.ts';
import { mailboxRefusals } from './refusals/mailboxes.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const token = given('連結', mailboxRefusals.mail_link_ended.text).check(
  refuse((value: string) => (UUID.test(value) ? null : mailboxRefusals.mail_link_ended.text)),
);

export const confirmMailbox = endpoint({
  method: 'POST',
  path: '/api/email/confirm',
  access: 'public',
  summary: '以信件中的連結確認電子信箱；重複確認不是錯誤',
  body: z.object({ token }),
  answer: z.extend(Done, { own: z.boolean() }),
  refusals: ['mail_link_ended'],
});

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/api/email/resend',
  access: 'session',
  summary: '重寄確認信；電子信箱已確認者不再寄送',
  answer: z.extend(Done, { confirmed: z._default(z.boolean(), false) }),
  refusals: ['too_many_mails'],
});
