export const forgottenText = {
  title: '忘記密碼',
  lead: '請輸入帳號與出生日期，系統將寄送密碼重設通知至您的電子郵件',
  account: '帳號',
  accountHint: '請輸入身分證字號、護照號碼或居留證號',
  birthday: '出生日期',
  birthdayHint: '請輸入西元年，例如 1990-01-31',
  oldSystem: '舊系統使用者的預設密碼為出生年月日（西元年月日，例如 1990 年 1 月 31 日為 19900131）',
  done: '成功',
  mailed:
    '請至您的電子信箱收信\n連結於 60 分鐘內有效。若未收到，請查看垃圾郵件，或洽所屬分會，電話請見頁尾的「聯絡我們」。',
  failed: '失敗',
  mismatchNext:
    '請確認帳號為身分證字號（外國人為護照號碼或居留證號），出生日期為西元年。如仍不符，請洽所屬分會，電話請見頁尾的「聯絡我們」。',
  reset: {
    title: '設定新密碼',
    lead: '設定完成後，所有裝置須以新密碼重新登入',
    password: '新密碼',
    passwordHint: (length: number) => `至少 ${length} 個字元，請勿使用生日、帳號或常見的密碼`,
    passwordPlaceholder: '請輸入新密碼',
    confirmation: '確認新密碼',
    confirmationPlaceholder: '請再輸入一次新密碼',
    askAgain: '重新申請',
    mayBeDone: '連結已失效，您的密碼可能已在前一次送出時變更。請先以新密碼登入，無法登入時再重新申請',
    done: '已成功更新密碼，請以新密碼登入',
  },
} as const;
