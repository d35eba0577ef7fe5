export const privacyStatementText = {
  show: '閱讀個人資料蒐集告知事項',
  agree: '按下「確認」即表示您已閱讀並同意下列個人資料蒐集告知事項。',
} as const;
