/** 個人資料編輯: both tabs. */
export const profileText = {
  title: '個人資料編輯',
  tabs: { profile: '編輯個人資料', password: '變更密碼' },
  incomplete: '請先確實填寫個人資料，完成後才能進行其他操作',
  left: {
    profile: '「編輯個人資料」：請填寫所有必填欄位，再按「確認」',
    password: '「變更密碼」：您的密碼仍是舊系統預設的出生年月日，請設定新密碼',
  },
  readOnlyNote: '若需修改唯讀項目請聯繫所屬分會管理人員',
  readOnly: '唯讀',
  photoHint: '請上傳清晰的大頭照，建議尺寸 295x413',
  oldPassword: '舊密碼',
  oldPasswordPlaceholder: '請輸入舊密碼',
  oldPasswordHint: '舊系統使用者的預設密碼為出生年月日（西元年月日，例如 1990 年 1 月 31 日為 19900131）',
  newPassword: '新密碼',
  newPasswordPlaceholder: '請輸入新密碼',
  newPasswordHint: (length: number) => `至少 ${length} 個字元`,
  newPasswordConfirmation: '確認新密碼',
  newPasswordConfirmationPlaceholder: '請再輸入一次新密碼',
  othersEnd: '變更後，其他裝置須以新密碼重新登入',
  done: '成功',
  saved: { profile: '已成功更新個人資料', password: '已成功更新密碼' },
} as const;
