const list = (days: readonly number[]): string => days.join('、');

export const remindersText = {
  title: '到期提醒',
  /** The text of the field. */
  list,
  short: (days: readonly number[]): string => (days.length === 0 ? '不提醒' : `${list(days)} 天前`),
  summary: (days: readonly number[]): string =>
    days.length === 0
      ? '這種證照到期前不提醒持證人。'
      : `在證照到期前 ${list(days)} 天，各寄一封信提醒持證人。`,
  detail: '信件於 09:00 至 18:00 寄出，附上換證方式與近期開放報名的課程；已換發、撤銷或更正的證照不提醒。',
  edit: '修改提醒',
  editTitle: (kind: string): string => `${kind}的到期提醒`,
  days: '到期前幾天提醒',
  hint: '1 至 365 天，最多 6 次，以頓號分隔；留空表示不提醒。新增的天數只提醒之後才到那一天的證照。',
  saved: '已儲存到期提醒',
} as const;
