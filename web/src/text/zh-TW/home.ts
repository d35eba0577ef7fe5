/** The home page. */
export const home = {
  title: '首頁',
  welcome: (name: string) => `${name}，歡迎您！`,
  profile: '個人資料編輯',
  completeProfile: '請先確實填寫個人資料，完成後才能報名與進行其他操作。',
  logOut: '登出',
  menu: '功能選單',
  newest: '最新開課',
  startDate: '開課日期',
  organization: '會別',
  codeAndName: '課程代碼／課程名稱',
  more: '更多',
  moreOpenings: '更多開課資訊',
  empty: '目前沒有開課資訊',
} as const;
