import type { RefusalMeaning } from './meaning.ts';

export const mailRefusals = {
  mail_about_account: {
    status: 422,
    text: '帳號與安全通知的信件不可重寄；如有需要，請學員自行重新申請',
  },
  mail_waiting: { status: 422, text: '此信件尚未寄出' },
  mail_handled: { status: 409, text: '此信件已重寄或已處理，請重新整理後查看' },
  mail_no_address: { status: 422, text: '此學員沒有電子信箱，無法重寄' },
  mail_unknown: { status: 422, text: '此信件由較新版本的系統寫成，目前無法重寄' },
  mail_not_undeliverable: { status: 422, text: '此信件並非無法寄達，無須處理' },
  message_nobody: { status: 422, field: 'audience', text: '目前沒有符合的收件人' },
  message_recipients_changed: {
    status: 409,
    text: '收件人數已變更為 {n} 人，請重新預覽後再寄出',
  },
  message_repeated: { status: 409, text: '相同的信件已於一小時內寄給這些學員' },
} as const satisfies Record<string, RefusalMeaning>;
