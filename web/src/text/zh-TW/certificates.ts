/** Certificates and their renewal. */
export const certificatesText = {
  title: '證照換證申請',
  current: '現有證照',
  old: '舊有證照',

  organization: '會別',
  code: '證照編號',
  name: '證照名稱',
  years: '效期（年）',
  yearsOf: (n: number) => `${n} 年`,
  endTime: '到期日',

  renewal: '換證申請',
  asked: '已送出申請',
  ask: '申請換證',
  askFor: (name: string, code: string) => `申請換證：${name}（${code}）`,
  mayAsk: '可申請換證',
  early: '尚未開放換證',
  opensOn: (date: string) => `${date} 起可申請`,
  ordinary: '不可換證',

  frontNote: '申請備註',
  result: '審查結果',
  results: { open: '審查中', approved: '通過', refused: '未通過' },
  noResult: '－',
  because: (note: string) => `審查備註：${note}`,

  empty: '目前沒有證照',
  emptyHint: '訓練合格並核發證照後，會列在這裡。',
  trainingRecords: '查看個人訓練紀錄',
  oldEmpty: '查無紀錄',
  oldEmptyHint: '已換證、已逾效期的證照，以及未通過的換證申請會列在這裡。',

  notes: '注意事項',
  noteTexts: [
    '一般證照不可申請換證',
    '僅可於到期日前六個月內申請換證',
    '教練證照換證後，新證照的到期日將予以展延',
  ],

  confirmation: {
    title: '換證申請確認',
    certificate: '證照資料',
    askDate: '申請日期',
    newStart: '新證照效期起日',
    newEnd: '新證照效期迄日',
    person: '學員資料',
    note: '備註',
    notePlaceholder: '如有需要補充說明，請填寫於此（選填）',
    cancel: '取消',
    confirm: '確認',
    sending: '送出中…',
    done: '成功',
    sent: '申請已送出',
  },
} as const;
