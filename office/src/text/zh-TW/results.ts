import type { ProposalReason } from '@portal/contract/office/results';

const reasonText = (reason: Exclude<ProposalReason, { kind: 'score_missing' }>): string => {
  if (reason.kind === 'score_low') return `${reason.subject}未達 ${reason.passScore} 分`;
  if (reason.kind === 'unmarked') return `${reason.sessions} 個時段未點名`;
  return `出席 ${reason.percent}%，未達 ${reason.minimum}%`;
};

/** Missing scores are seen in the grid: their number is enough. */
const reasonsText = (reasons: readonly ProposalReason[]): string => {
  const rest = reasons.filter((reason) => reason.kind !== 'score_missing');
  const missing = reasons.length - rest.length;
  return [...(missing > 0 ? [`${missing} 科未登錄`] : []), ...rest.map(reasonText)].join('、');
};

/** 成績. */
export const resultsText = {
  empty: '尚無完成報名的學員',
  notStarted: '課程開課後方可登錄成績',
  caption: '成績登錄表',
  keys: '以方向鍵、Enter 與 Tab 移動，可自 Excel 貼上；輸入後自動儲存。公布前學員看不到。',
  name: '姓名',
  attendance: '出席',
  percent: (percent: number) => `${percent}%`,
  subjectHint: (full: number, pass: number) => `滿分 ${full}／及格 ${pass}`,
  cell: (name: string, subject: string) => `${name} ${subject}`,
  result: '結果',
  state: '狀態',
  states: { draft: '草稿', published: '已公布', corrected: '已更正' },
  none: '未完成',
  decidedBy: '自行判定',
  reasons: reasonsText,
  saving: '儲存中…',
  saved: '已儲存',
  unsaved: (count: number) => `${count} 格未儲存`,
  wrong: (full: number) => `請填 0 至 ${full}，至多一位小數`,
  decide: {
    open: '判定',
    openFor: (name: string) => `判定 ${name} 的結果`,
    title: (name: string) => `判定結果：${name}`,
    proposed: (result: string) => `依建議（${result}）`,
    choice: '結果',
    reason: '原因',
    hint: '與建議不同時必填，僅後台可見',
    done: '已判定',
  },
  publish: {
    open: '公布成績',
    title: '公布成績',
    ready: (count: number) => `將公布 ${count} 人的成績並寄信通知，公布後僅能更正。`,
    incomplete: (count: number) => `另有 ${count} 人的成績尚未完整，不在此次公布。`,
    nobody: '尚無可公布的成績',
    unsaved: '尚有成績未儲存',
    confirm: '公布',
    done: (count: number) => `已公布 ${count} 人的成績`,
    failed: (name: string, why: string) => `${name}：${why}`,
  },
  correct: {
    open: '更正',
    openFor: (name: string) => `更正 ${name} 的成績`,
    title: (name: string) => `更正成績：${name}`,
    lead: '更正後會寄信通知學員，信中附上更正原因。',
    reason: '更正原因',
    done: '已更正並通知學員',
  },
} as const;
