import type { RefusalMeaning } from './meaning.ts';

export const groupRefusals = {
  group_not_found: { status: 403, text: '查無此團體' },
  group_managers_only: { status: 403, text: '僅團體管理員可執行此操作' },
  member_credentials_wrong: { status: 422, field: 'account', text: '該學員的帳號密碼有誤' },
  member_already: { status: 422, field: 'Group', text: '此學員已是團體成員' },
  member_is_manager: { status: 422, field: 'Group', text: '此學員已是團體管理員' },
  member_incomplete: { status: 422, field: 'Group', text: '此學員尚未完成個人資料，無法加入團體' },
  member_unknown: { status: 422, field: 'Group', text: '此學員不是團體成員' },
  needs_missing: { status: 422, field: 'needs', text: '尚未設定所需證照，沒有可下載的資料' },
  need_kind_unknown: { status: 422, field: 'needs', text: '查無此證照種類，請重新整理後再試' },
  group_code_taken: { status: 422, field: 'code', text: '此團體代碼已有其他團體使用' },
  group_last_manager: {
    status: 422,
    field: 'Group',
    text: '團體至少要有一位管理員，請先指定另一位管理員',
  },
  group_full: { status: 422, field: 'Group', text: '團體人數已達上限（1,000 人）' },
  manager_stays: { status: 422, field: 'Group', text: '無法刪除團體管理員' },
} as const satisfies Record<string, RefusalMeaning>;
