export const mailboxText = {
  confirmed: '電子信箱已確認',
} as const;
