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
