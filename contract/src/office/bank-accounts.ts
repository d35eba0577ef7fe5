import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { refuse, text } from '../fields.ts';
import { seenVersion } from './version.ts';

export const BankAccountRow = z.object({
  id: z.int(),
  version: z.int(),
  organization: z.object({ id: z.int(), name: z.string() }),
  bank: z.string(),
  /** Three digits; empty if `bank` names it. */
  bankCode: z.string(),
  holder: z.string(),
  number: z.string(),
  isClosed: z.boolean(),
  /** Future classes that are paid into it. */
  classes: z.int(),
});
export type BankAccountRow = z.infer<typeof BankAccountRow>;

const shaped = (label: string, max: number, shape: RegExp, fault: string) =>
  text({ label, max }).check(refuse((value: string) => (shape.test(value) ? null : fault)));

const details = {
  bankCode: shaped('銀行代碼', 3, /^[0-9]{3}$/, '銀行代碼為 3 碼數字'),
  bank: text({ label: '銀行與分行', max: 60 }),
  holder: text({ label: '戶名', max: 60 }),
  number: shaped('帳號', 20, /^[0-9][0-9-]{4,19}$/, '帳號僅接受 5 至 20 碼的數字與「-」'),
};

export const BankAccountForm = z.object(details);
export type BankAccountForm = z.infer<typeof BankAccountForm>;

export const NewBankAccountForm = z.object({
  organizationId: z.int({ error: '請選擇會別' }).check(z.positive({ error: '請選擇會別' })),
  ...details,
});
export type NewBankAccountForm = z.infer<typeof NewBankAccountForm>;

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
const Seen = z.object({ version: seenVersion });
const All = z.array(BankAccountRow);

export const bankAccountList = endpoint({
  method: 'GET',
  path: '/api/office/bank-accounts',
  access: 'settings.read',
  summary: '匯款帳戶，依會別，停用的在後',
  answer: All,
  refusals: [],
});

export const createBankAccount = endpoint({
  method: 'POST',
  path: '/api/office/bank-accounts',
  access: 'settings.edit',
  stepUp: true,
  summary: '新增匯款帳戶',
  body: NewBankAccountForm,
  idempotencyField: 'form',
  answer: All,
  refusals: ['bank_account_taken', 'bank_account_organization'],
});

export const editBankAccount = endpoint({
  method: 'POST',
  path: '/api/office/bank-accounts/:id',
  access: 'settings.edit',
  stepUp: true,
  summary: '修改匯款帳戶；學員看到的繳費資訊隨之更新',
  params: ById,
  body: z.extend(BankAccountForm, Seen.shape),
  answer: All,
  refusals: ['not_found', 'changed_meanwhile', 'bank_account_taken'],
});

export const closeBankAccount = endpoint({
  method: 'POST',
  path: '/api/office/bank-accounts/:id/close',
  access: 'settings.edit',
  stepUp: true,
  summary: '停用匯款帳戶；尚有未開課的班使用時不能停用',
  params: ById,
  answer: All,
  refusals: ['not_found', 'bank_account_used'],
});

export const reopenBankAccount = endpoint({
  method: 'POST',
  path: '/api/office/bank-accounts/:id/reopen',
  access: 'settings.edit',
  stepUp: true,
  summary: '恢復使用匯款帳戶',
  params: ById,
  answer: All,
  refusals: ['not_found'],
});
