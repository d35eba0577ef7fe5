/* The tabs of pages. The router needs them, but not the other texts of these pages. */

export const tabsText = {
  trainingClass: {
    content: '內容',
    roster: '名單',
    attendance: '出席',
    results: '成績',
    certificates: '證照',
    files: '檔案',
    mails: '信件',
    history: '歷程',
  },
  person: {
    facts: '資料',
    registrations: '報名',
    ledger: '帳目',
    results: '成績',
    certificates: '證照',
    groups: '團體',
    mails: '信件',
    history: '歷程',
  },
  group: {
    members: '成員',
    managers: '管理員',
    certificates: '證照',
    registrations: '報名',
    history: '歷程',
  },
} as const;
