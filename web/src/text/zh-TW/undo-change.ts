/** The page behind the link in the mail about a changed address. */
export const undoChangeText = {
  title: '復原個人資料變更',
  lead: '按下「復原變更」後，以下項目將恢復為變更前的內容，所有裝置的登入隨即結束，並請您設定新密碼。',
  nothing: '目前的資料與變更前相同。按下「復原變更」後，所有裝置的登入隨即結束，並請您設定新密碼。',
  restored: '將恢復為',
  undo: '復原變更',
  sending: '復原中…',
  notYou: '若是您本人變更，請關閉此頁，不必進行任何操作。',
  done: '已復原變更，所有裝置的登入均已結束',
  next: '請以「忘記密碼」設定新密碼',
  ended: '連結已失效',
  mayBeDone: '您的變更可能已在前一次送出時復原，請以「忘記密碼」設定新密碼。',
  forgotPassword: '忘記密碼',
} as const;
