/** What surrounds every page of the office. */
export const frameText = {
  office: '學員訓練報名網後台',
  association: '總會',
  role: (role: string, place: string) => `${role}（${place}）`,
  notFound: '找不到這個頁面',
  signOut: '登出',
  signingOut: '登出中…',
  nav: '主選單',
  notices: '通知',
  account: '我的帳號',
  settings: '設定',
  skip: '跳至主要內容',
  factorOptional: '目前未強制使用雙重驗證（展示資料）。',
  today: '今日工作',
  welcome: (name: string) => `${name}，您好`,
  yourRoles: '您的角色',
} as const;
