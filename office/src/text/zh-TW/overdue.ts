/** 逾期未繳. */
export const overdueText = {
  title: '逾期未繳',
  empty: '沒有逾期未繳的報名',
  name: '姓名',
  due: '繳費期限',
  code: '課程代碼',
  course: '訓練項目',
  start: '開課時間',
  fee: '費用',
  group: '團體',
  phone: '電話',
  reminded: '上次提醒',
  remind: '寄出提醒',
  reallyRemind: (count: number) => `將寄出繳費提醒給所選 ${count} 筆報名的學員，每人每天至多一封。確定寄出？`,
  cancel: '取消報名',
  reallyCancel: (count: number) => `將取消所選 ${count} 筆報名並通知學員，名額隨即釋出。確定取消？`,
} as const;
