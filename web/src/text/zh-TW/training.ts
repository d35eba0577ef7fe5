/** Training records and scores. */
export const trainingText = {
  title: '個人訓練紀錄',
  results: '訓練紀錄',
  resultsOfPage: (page: number) => `訓練紀錄，第 ${page} 頁`,
  found: (count: number) => `共 ${count} 筆資料`,

  organization: '會別',
  code: '課程代碼',
  train: '訓練項目',
  trainOf: (no: string, name: string) => `${no} ${name}`,
  startTime: '開課日期',
  passed: '是否合格',
  scores: '成績',
  state: { pass: '合格', fail: '不合格', open: '尚未結訓' },
  lookUp: '查詢成績',
  lookUpOf: (train: string, code: string) => `查詢成績：${train}（${code}）`,

  empty: '查無紀錄',
  emptyFiltered: '請更換會別或訓練項目後再查詢，或清除查詢條件以查看所有紀錄。',
  emptyUnfiltered: '完成報名的課程，開課後會列在這裡。',
  emptyPage: '這一頁沒有紀錄',
  emptyPageHint: '請回第一頁重新查看。',
  firstPage: '回第一頁',
  clearFilter: '清除查詢條件',
  findClass: '查看開課資訊',

  dialog: {
    title: '成績查詢',
    name: '姓名',
    train: '訓練項目',
    subject: '測驗科目',
    score: '分數',
    empty: '尚無成績',
    emptyHint: '結訓後公布成績，請稍後再查詢。',
    close: '關閉',
  },
} as const;
