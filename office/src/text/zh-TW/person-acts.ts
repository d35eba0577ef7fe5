export const personActsText = {
  title: '處理',
  reason: '原因',
  release: '釋出證號',
  resetLink: {
    open: '寄重設密碼連結',
    question: (email: string) => `將寄重設密碼的連結至 ${email}，連結一小時內有效。確定寄出？`,
    confirm: '寄出',
    done: '已寄出重設密碼連結',
  },
  endSessions: {
    open: '結束登入',
    question: '學員在所有裝置的登入將立即結束，須重新登入。確定結束？',
    confirm: '結束登入',
    done: '已結束學員的所有登入',
  },
  identity: {
    open: '身分資料變更',
    lead: '只填要變更的項目，留空的項目不變。變更前後的資料與證明文件永久保存，學員會收到通知；已核發的證照仍屬這位學員，內容不會自動更改。',
    name: '新的中文姓名',
    number: '新的證號',
    birthday: '新的出生日期',
    file: '證明文件',
    fileHint: '例如戶籍謄本；PDF 或照片，10 MB 以內，調閱時留下紀錄。',
    fileMissing: '請選擇證明文件',
    submit: '變更',
    sending: '變更中…',
    done: (certificates: number) =>
      certificates === 0
        ? '已變更身分資料'
        : `已變更身分資料。有 ${certificates} 張有效證照載明先前的資料，需要時請至「證照」更正補發`,
  },
  rejectPhoto: {
    open: '退回照片',
    title: '退回照片',
    lead: '照片將移除，並寄信附上原因請學員重新上傳。',
    sending: '退回中…',
    done: '已退回照片',
  },
  suspend: {
    open: '停用帳號',
    title: '停用學員帳號',
    lead: '學員的所有登入立即結束，恢復前不能再登入；報名、帳目與證照不受影響。',
    sending: '停用中…',
    done: '已停用學員帳號',
  },
  resume: {
    open: '恢復帳號',
    title: '恢復學員帳號',
    lead: '學員可以用原來的密碼再登入。',
    sending: '恢復中…',
    done: '已恢復學員帳號',
  },
} as const;
