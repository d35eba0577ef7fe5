import type { ProposalReason } from '@portal/contract/office/training';

const reasonText = (reason: Exclude<ProposalReason, { kind: 'score_missing' }>): string => {
  if (reason.kind === 'score_low') return `${reason.subject}未達 ${reason.passScore} 分`;
  if (reason.kind === 'unmarked') return `${reason.sessions} 個時段未點名`;
  return `出席 ${reason.percent}%，未達 ${reason.minimum}%`;
};

/** The grid shows missing scores: here their number is enough. */
const reasonsText = (reasons: readonly ProposalReason[]): string => {
  const rest = reasons.filter((reason) => reason.kind !== 'score_missing');
  const missing = reasons.length - rest.length;
  return [...(missing > 0 ? [`${missing} 科未登錄`] : []), ...rest.map(reasonText)].join('、');
};

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
  file: {
    download: '下載登錄表',
    open: '上傳登錄表',
    unsaved: '尚有成績未儲存',
    title: '上傳成績登錄表',
    lead: '下載成績登錄表，填寫各科成績後上傳。空白的儲存格不會變更已登錄的成績。',
    file: '成績登錄表檔案',
    drop: '將填寫好的成績登錄表拖曳至此，或選擇檔案',
    dropHint: 'XLSX 或 CSV，5 MB 以內',
    choose: '選擇檔案',
    other: '改選其他檔案',
    reading: '讀取中…',
    changes: (count: number) => `將變更 ${count} 格成績`,
    nothing: '沒有需要變更的成績',
    same: (count: number) => `${count} 格與已登錄的成績相同`,
    ignored: (heads: readonly string[]) => `不是科目的欄位不會讀取：${heads.join('、')}`,
    problems: {
      row: (count: number) => `${count} 列無法對應學員，不會讀取`,
      cell: (count: number) => `${count} 格不是有效的成績，不會變更`,
      kept: (count: number) => `${count} 格保留現有成績`,
    },
    problem: (row: number, who: string, why: string) => `第 ${row} 列${who === '' ? '' : `　${who}`}：${why}`,
    typed: (value: string) => `「${value}」`,
    row: '列',
    name: '姓名',
    subject: '科目',
    before: '原成績',
    after: '新成績',
    empty: '（空白）',
    caption: '將變更的成績',
    more: (shown: number, all: number) => `顯示前 ${shown} 筆，共 ${all} 筆`,
    submit: (drafts: number, corrected: number) =>
      [drafts > 0 ? `將 ${drafts} 格存為草稿` : '', corrected > 0 ? `更正 ${corrected} 人` : '']
        .filter(Boolean)
        .join('並'),
    done: (drafts: number, corrected: number) =>
      [
        drafts > 0 || corrected === 0 ? `已將 ${drafts} 格成績存為草稿` : '',
        corrected > 0 ? `已更正 ${corrected} 人的成績` : '',
      ]
        .filter(Boolean)
        .join('，'),
    corrections: {
      title: (count: number) => `將更正 ${count} 人已公布的成績`,
      mails: (count: number) => `更正後會寄信通知 ${count} 人，信中附上更正原因。`,
      unmailed: (names: readonly string[]) => `沒有電子信箱，不會收到通知：${names.join('、')}`,
      caption: '將更正的成績',
      scores: '成績',
      score: (subject: string, before: number | null, after: number) =>
        `${subject} ${before ?? '（空白）'} → ${after}`,
      same: (result: string) => `${result}（不變）`,
      change: (former: string, after: string) =>
        former === after ? `維持${former}` : `${former} → ${after}`,
      unknown: '無法計算',
      keep: (result: string) => `維持「${result}」`,
      keepFor: (name: string, result: string) => `${name} 維持「${result}」`,
      reason: '更正原因',
      reasonHint: '適用於檔案中所有更正',
      decidedReason: '維持原結果的原因',
      decidedHint: '僅後台可見',
    },
  },
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
    cancel: '取消',
    done: (count: number) => `已公布 ${count} 人的成績`,
    failed: (name: string, why: string) => `${name}：${why}`,
  },
  correct: {
    open: '更正',
    openFor: (name: string) => `更正 ${name} 的成績`,
    title: (name: string) => `更正成績：${name}`,
    lead: '更正後會寄信通知學員，信中附上更正原因。',
    decided: '判定',
    keep: (result: string) => `維持「${result}」，不依計算結果`,
    decide: (result: string) => `判定為「${result}」，不依計算結果`,
    decidedReason: '判定原因',
    decidedHint: '僅後台可見',
    reason: '更正原因',
    done: '已更正並通知學員',
  },
} as const;
