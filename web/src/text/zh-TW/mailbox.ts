/** After the link of a mail was opened; a file of its own, since every page needs it. */
export const mailboxText = {
  confirmed: '電子信箱已確認',
} as const;
