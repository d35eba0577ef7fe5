/** Confirming the mailbox. */
export const mailboxText = {
  confirmed: '電子信箱已確認',
  unconfirmed: '您的電子信箱尚未確認',
  why: '請開啟我們寄給您的信，並點選信中的連結。確認前，同時審查中的報名以兩筆為限，也不會收到審查結果等通知信。',
  resend: '重寄確認信',
} as const;
