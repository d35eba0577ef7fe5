export const phrasesText = {
  title: '退回理由',
  lead: '退回報名時可勾選、退回展延申請時可帶入的常用理由，依此順序顯示。學員會看到所選的文字。',
  list: '常用的退回理由',
  empty: '尚未設定退回理由',
  emptyHint: '新增常用的理由後，退回報名時可直接勾選。',
  add: { label: '新增退回理由', submit: '新增', sending: '新增中…', done: '已新增退回理由' },
  edit: {
    open: '修改',
    label: (phrase: string) => `修改「${phrase}」`,
    title: '修改退回理由',
    field: '退回理由',
    done: '已修改退回理由',
    current: (phrase: string) => `目前的內容：${phrase}`,
  },
  remove: {
    open: '刪除',
    label: (phrase: string) => `刪除「${phrase}」`,
    title: '刪除退回理由',
    really: (phrase: string) => `刪除後，「${phrase}」不再出現在退回時的選項中；已退回的不受影響。`,
    confirm: '刪除',
    done: '已刪除退回理由',
  },
} as const;
