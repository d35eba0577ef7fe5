import type { RefusalMeaning } from './meaning.ts';

/** The refusals of attendance and results as staff enter them. */
export const trainingRefusals = {
  session_unknown: { status: 422, field: 'sessionId', text: '查無此上課時段，請重新載入後再試' },
  attendance_not_confirmed: { status: 422, text: '此學員未完成報名，無法登錄出席' },
  attendance_before_day: { status: 422, text: '上課當日起方可登錄，請假除外' },
  attendance_changed: { status: 409, text: '{name} 已於 {time} 登錄為「{what}」' },
  check_in_unknown: { status: 422, field: 'code', text: '報到碼不正確，請重新掃描或輸入' },
  check_in_other_class: { status: 422, field: 'code', text: '此報到碼不屬於本課程' },
  check_in_not_confirmed: { status: 422, field: 'code', text: '{name} 未完成報名，無法報到' },
  paper_empty: { status: 422, text: '尚無完成報名的學員，無法產生文件' },
  paper_no_sessions: { status: 422, text: '尚未排定上課時段，無法產生簽到表' },
  paper_character: { status: 422, text: '字型缺少「{characters}」，無法產生文件，請洽系統管理員' },
  score_range: { status: 422, text: '請填 0 至 {n}，至多一位小數' },
  score_subject: { status: 422, text: '此訓練項目沒有這個科目，請重新載入後再試' },
  score_changed: { status: 409, text: '{name} 已於 {time} 改為「{what}」' },
  result_reason: { status: 422, field: 'reason', text: '與建議結果不同，請填寫原因' },
  result_incomplete: { status: 422, text: '成績尚未完整，請先登錄成績或判定結果' },
  result_changed: { status: 409, text: '{name} 已於 {time} 修改此成績，請確認後再試' },
  result_differs: { status: 409, text: '建議結果已變更，請重新載入並確認後再試' },
  result_published: { status: 422, text: '成績已公布，請以更正辦理' },
  result_unpublished: { status: 422, text: '成績尚未公布，請直接修改草稿' },
} as const satisfies Record<string, RefusalMeaning>;
