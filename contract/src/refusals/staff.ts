import type { RefusalMeaning } from './meaning.ts';

export const staffRefusals = {
  cross_site: { status: 403, text: '此要求並非由本網站送出，請重新整理後再試' },
  second_factor_due: { status: 403, text: '請先完成雙重驗證' },
  second_factor_missing: { status: 403, text: '請先設定雙重驗證' },
  step_up_required: { status: 403, field: 'stepUp', text: '為確保安全，請再次驗證您的身分' },
  identity_budget_spent: {
    status: 429,
    text: '您一小時內已查看 {n} 筆完整證號，須由系統管理員覆核後才能繼續查看或匯出完整證號',
  },
  own_identity_budget: { status: 422, text: '須由另一位系統管理員覆核' },
  staff_credentials_wrong: { status: 422, field: 'email', text: '電子信箱或密碼有誤' },
  staff_suspended: { status: 422, field: 'email', text: '此帳號已停用，請洽系統管理員' },
  second_factor_wrong: { status: 422, field: 'code', text: '驗證碼有誤、已逾時或已使用過' },
  invitation_ended: { status: 422, field: 'token', text: '邀請連結已失效，請洽系統管理員重新邀請' },
  staff_reset_ended: { status: 422, field: 'token', text: '連結已失效，請重新申請設定密碼' },
  password_says_name: { status: 422, field: 'password', text: '密碼不得包含姓名或電子信箱' },
  passkey_refused: { status: 422, field: 'passkey', text: '通行金鑰驗證失敗，請再試一次' },
  second_factor_last: { status: 422, text: '至少須保留一種雙重驗證方式' },
  staff_email_taken: { status: 422, field: 'email', text: '此電子信箱已有後台帳號' },
  staff_role_scope: { status: 422, field: 'roles', text: '系統管理員與網站編輯僅能設定為全會' },
  changed_meanwhile: { status: 409, text: '{name} 已於 {time} {what}，請確認後再送出' },
  last_administrator: { status: 422, field: 'roles', text: '至少須保留一位系統管理員' },
} as const satisfies Record<string, RefusalMeaning>;
