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
  manager_stays: { status: 422, field: 'Group', text: '無法刪除團體管理員' },
} as const satisfies Record<string, RefusalMeaning>;
