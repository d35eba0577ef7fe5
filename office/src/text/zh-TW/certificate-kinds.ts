export const kindText = {
  title: '證書字號與展延規則',
  edit: '修改證書字號與展延規則',
  editTitle: (kind: string): string => `${kind}的證書字號與展延規則`,
  saved: '已儲存證書字號與展延規則',
  pattern: '字號格式',
  patternHint:
    '可用代號：{organization} 會別、{kind} 證照種類、{minguo} 民國年、{year} 西元年、{serial} 流水號；{serial:4} 至少四位數。只用於之後核發的證照。',
  next: '下一張證照的字號',
  nextOf: (organization: string): string => `${organization}：`,
  noNext: '格式不正確，無法預覽',
  rule: '展延規則',
  noRule: '未設規則，由審核人員判斷',
  ruleHint: '只計發證後、同種類訓練項目且成績合格的課程。兩欄都留空表示不設規則。',
  hours: '複訓時數',
  hoursUnit: '小時',
  years: '申請前幾年內',
  yearsUnit: '年',
} as const;
