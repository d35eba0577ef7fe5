import type { RefusalMeaning } from './meaning.ts';

export const mailboxRefusals = {
  too_many_mails: { status: 429, text: '確認信寄送次數過多，請於 {n} 分鐘後再試' },
  mail_link_ended: { status: 422, field: 'token', text: '連結已失效，請至個人資料編輯重新寄送確認信' },
} as const satisfies Record<string, RefusalMeaning>;
