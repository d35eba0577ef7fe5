export const profileText = {
  title: '個人資料編輯',
  tabs: { profile: '編輯個人資料', password: '變更密碼' },
  incomplete: '請先確實填寫個人資料，完成後才能進行其他操作',
  left: {
    profile: '「編輯個人資料」：請填寫所有必填欄位，再按「確認」',
    password: '「變更密碼」：您的密碼仍是舊系統預設的出生年月日，請設定新密碼',
  },
  mailbox: {
    unconfirmed: '您的電子信箱尚未確認',
    why: (mailbox: string) =>
      `請開啟寄至 ${mailbox} 的信，並點選信中的連結。確認前，同時審查中的報名以兩筆為限，也不會收到審查結果等通知信。`,
    confirmBy: (time: string) => `請於 ${time} 前確認您的電子信箱`,
    whyBy: (mailbox: string) =>
      `請開啟寄至 ${mailbox} 的信，並點選信中的連結。屆時若仍未確認，審查中的報名將取消並釋出名額；若無法收信，請修改電子郵件，或洽主辦分會以電話確認。`,
    resend: '重寄確認信',
    confirmFirst: (mailbox: string) =>
      `請開啟寄至 ${mailbox} 的信，並點選信中的連結；確認電子信箱前，不會收到審查結果等通知信。`,
  },
  branch: {
    title: '請由分會登錄您的電子郵件',
    text: '您的密碼仍是舊系統的預設密碼，帳號也未登錄電子郵件。為保護您的個人資料，請擇一辦理，由分會為您登錄電子郵件：',
    ways: ['攜帶身分證件至所屬分會', '致電所屬分會，並說出您已登錄的電話'],
    next: '登錄後，請重新登入，再以寄至該信箱的驗證碼設定新密碼。',
  },
  hiddenTitle: '您的密碼仍是預設密碼，為保護您的個人資料，設定新密碼前不顯示已登錄的內容',
  hidden: (labels: string) => `已登錄：${labels}`,
  hiddenAdvice:
    '先在「變更密碼」設定新密碼，就不必重新填寫這些資料。若現在填寫，將取代已登錄的內容；選填欄位留空則維持原內容。',
  readOnlyNote: '若需修改唯讀項目請聯繫所屬分會管理人員',
  readOnly: '唯讀',
  photoHint: '請上傳清晰的大頭照，建議尺寸 295x413',
  photoLost: '您先前選擇的照片尚未送出，請重新選擇照片',
  oldPassword: '舊密碼',
  oldPasswordPlaceholder: '請輸入舊密碼',
  oldPasswordHint: '舊系統使用者的預設密碼為出生年月日（西元年月日，例如 1990 年 1 月 31 日為 19900131）',
  codeLead:
    '為確認是您本人，系統會將驗證碼寄至您登錄的電子郵件，請輸入驗證碼後再設定新密碼。若已無法使用該信箱，請洽所屬分會管理人員',
  sendCode: '寄送驗證碼',
  sendCodeAgain: '重新寄送驗證碼',
  sendingCode: '寄送中…',
  codeSent: (minutes: number) =>
    `驗證碼已寄出，${minutes} 分鐘內有效。若未收到，請查看垃圾郵件匣，或重新寄送；重新寄送後，先前的驗證碼即失效`,
  code: '驗證碼',
  codeHint: '信件中的 8 位數字',
  newPassword: '新密碼',
  newPasswordPlaceholder: '請輸入新密碼',
  newPasswordHint: (length: number) => `至少 ${length} 個字元，請勿使用生日、帳號或常見的密碼`,
  newPasswordConfirmation: '確認新密碼',
  newPasswordConfirmationPlaceholder: '請再輸入一次新密碼',
  mayBeDone: '舊密碼錯誤，您的密碼可能已在前一次送出時變更。請以新密碼重新登入確認',
  othersEnd: '變更後，其他裝置須以新密碼重新登入',
  done: '成功',
  saved: { profile: '已成功更新個人資料', password: '已成功更新密碼' },
} as const;
