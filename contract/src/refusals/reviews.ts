import type { RefusalMeaning } from './meaning.ts';

/** The refusals of what staff do to registrations. */
export const reviewRefusals = {
  review_decided: { status: 409, text: '{name} 已於 {time} {what}此報名，請重新整理後再試' },
  step_from_state: { status: 422, text: '此報名目前為「{state}」，無法執行此操作' },
  review_concern: { status: 422, text: '{what}，請逐筆審查' },
  review_after_start: { status: 422, text: '課程已開課，無法重新審查' },
  reason_required: { status: 422, field: 'reason', text: '請填寫原因或選擇常用語' },
  reason_too_long: { status: 422, field: 'reason', text: '原因合計不得超過 {n} 個字元' },
  phrase_unknown: { status: 422, field: 'phraseIds', text: '所選的常用語已不存在，請重新選擇' },
  phrase_taken: { status: 422, field: 'text', text: '已有相同的常用語' },
  phrases_full: { status: 422, field: 'text', text: '常用語以 {n} 則為限' },
  edited_meanwhile: { status: 409, text: '{name} 已於 {time} 修改此資料，請重新載入後再修改' },
  person_holds_seat: { status: 422, field: 'accountId', text: '此學員已報名本課程' },
  staff_class_full: { status: 422, field: 'code', text: '此班名額已滿' },
  staff_class_started: { status: 422, field: 'code', text: '此班已開課' },
  staff_class_unknown: { status: 422, field: 'code', text: '查無此班別' },
  class_reserved: { status: 422, field: 'code', text: '此班僅供團體「{name}」報名，請由團體管理員報名' },
  override_reason: { status: 422, field: 'reason', text: '{what}，請填寫代為報名的原因' },
  person_unknown: { status: 422, field: 'accountId', text: '查無此學員' },
  person_suspended: { status: 422, field: 'accountId', text: '此學員的帳號已停用' },
  staff_cancel_result: { status: 422, text: '已有成績，無法取消報名' },
  move_same_class: { status: 422, field: 'code', text: '請選擇另一個班別' },
  move_other_course: { status: 422, field: 'code', text: '僅能轉至相同訓練項目的班別' },
  move_result: { status: 422, text: '已有成績，無法轉班' },
  move_reported: { status: 422, field: 'code', text: '繳費審查中，請先確認款項，再轉至費用不同的班別' },
  move_difference: { status: 409, field: 'difference', text: '兩班的費用差額已變更為 {n} 元，請確認後再試' },
} as const satisfies Record<string, RefusalMeaning>;
