/** One refusal the server may give: the HTTP status, where its text stands in `errors`, and the text (zh-TW). */
export interface RefusalMeaning {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  /** The key under `errors`; absent when the answer has a `message` alone. */
  readonly field?: string;
  /** `{n}`, `{name}` … are put in by the server. */
  readonly text: string;
}

/** Every refusal there is. Codes are for our own code and tests; people read the text. */
export const refusals = {
  // Any call
  broken_body: { status: 400, text: '送出的內容格式不正確，請重新整理後再試' },
  session_ended: { status: 401, text: '時效過期，請重新登入' },
  forbidden: { status: 403, text: '您沒有執行此操作的權限' },
  profile_incomplete: { status: 403, text: '請先確實填寫個人資料，完成後才能進行其他操作' },
  not_found: { status: 404, text: '查無資料' },
  in_flight: { status: 409, text: '這筆資料正在處理中，請稍候再查看結果' },
  too_large: { status: 413, text: '上傳的檔案過大' },
  too_much: { status: 413, text: '送出的資料過多，請減少後再試' },
  too_many_files: { status: 413, field: 'file', text: '僅能上傳 1 個檔案' },
  unsupported_type: { status: 415, text: '不支援這種資料格式，請重新整理後再試' },
  invalid: { status: 422, text: '資料有誤，請檢查後再送出' },
  key_reused: { status: 422, text: '這次送出的內容與先前不同，請重新整理後再試' },
  too_many_attempts: { status: 429, field: 'account', text: '嘗試次數過多，請於 {n} 秒後再試' },
  too_many_requests: { status: 429, text: '操作過於頻繁，請稍後再試' },
  internal: { status: 500, text: '系統發生錯誤，請稍後再試' },
  unavailable: { status: 503, text: '系統維護中，請稍後再試' },

  // Accounts
  wrong_credentials: { status: 422, field: 'account', text: '帳號密碼有誤' },
  account_suspended: { status: 422, field: 'account', text: '此帳號已停用，請洽所屬分會管理人員' },
  account_not_found: { status: 404, text: '查無此帳號' },
  account_imported: { status: 422, text: '此帳號由舊系統匯入，為號碼本人所有，請改為重新開放預設密碼' },
  id_number_taken: { status: 422, field: 'id_number', text: '此身分證字號已註冊，請直接登入' },
  passport_no_taken: { status: 422, field: 'passport_no', text: '此護照號碼或居留證號已註冊，請直接登入' },
  organization_unknown: { status: 422, field: 'organization_id', text: '所選的會別無效' },
  city_unknown: { status: 422, field: 'city', text: '請選擇縣市' },
  area_unknown: { status: 422, field: 'area', text: '請選擇鄉鎮市區' },
  area_elsewhere: { status: 422, field: 'area', text: '所選的鄉鎮市區不屬於該縣市' },
  postal_code_elsewhere: { status: 422, field: 'address_code', text: '郵遞區號與鄉鎮市區不符' },
  career_unknown: { status: 422, field: 'career_id', text: '請選擇職業' },
  education_unknown: { status: 422, field: 'education', text: '請選擇學歷' },
  education_status_unknown: { status: 422, field: 'educationstatuse', text: '請選擇就學狀況' },
  birthday_after_today: { status: 422, field: 'birthday', text: '出生日期不得晚於今天' },
  password_is_account: { status: 422, field: 'password', text: '密碼不得與帳號相同' },
  password_is_birthday: { status: 422, field: 'password', text: '密碼不得與出生日期相同' },
  password_is_phone: { status: 422, field: 'password', text: '密碼不得與電話號碼相同' },
  password_is_email: { status: 422, field: 'password', text: '密碼不得與電子郵件相同' },
  password_is_name: { status: 422, field: 'password', text: '密碼不得與姓名相同' },
  password_common: { status: 422, field: 'password', text: '此密碼過於常見，請改用其他密碼' },
  organization_locked: { status: 422, field: 'organization_id', text: '會別為唯讀，無法修改' },
  passport_no_used: { status: 422, field: 'passport_no', text: '此護照號碼或居留證號已被使用' },
  passport_no_is_password: { status: 422, field: 'passport_no', text: '護照號碼或居留證號不得與密碼相同' },
  default_password_expired: {
    status: 422,
    field: 'account',
    text: '舊系統的預設密碼已逾使用期限，請洽所屬分會管理人員',
  },
  code_missing: { status: 422, field: 'code', text: '請輸入寄至您電子郵件的驗證碼' },
  code_wrong: { status: 422, field: 'code', text: '驗證碼錯誤，還可再試 {n} 次' },
  code_ended: { status: 422, field: 'code', text: '驗證碼已失效，請重新寄送' },
  code_not_needed: { status: 422, field: 'code', text: '您設定密碼不需要驗證碼' },
  too_many_codes: {
    status: 429,
    field: 'code',
    text: '驗證碼寄送次數過多，請於 {n} 秒後再試，或登出後以「忘記密碼」設定新密碼',
  },
  old_password_wrong: { status: 422, field: 'password', text: '舊密碼錯誤' },
  reset_mismatch: { status: 422, field: 'account', text: '帳號與出生日期不符' },
  reset_without_email: {
    status: 422,
    field: 'account',
    text: '此帳號未設定電子郵件，請洽所屬分會管理人員',
  },
  reset_maybe_sent: {
    status: 429,
    field: 'account',
    text: '此帳號的嘗試次數過多。若您輸入的資料正確，密碼重設通知仍會寄出，請查看您的電子信箱；否則請於 {n} 秒後再試',
  },
  reset_link_ended: { status: 422, field: 'token', text: '連結已失效，請重新申請' },
  undo_link_ended: {
    status: 422,
    field: 'token',
    text: '連結已失效或已使用過。若仍需協助，請洽所屬分會管理人員',
  },
  photo_not_image: { status: 422, field: 'file', text: '照片必須為圖片檔' },
  photo_kind: { status: 422, field: 'file', text: '照片僅接受 JPG、PNG、WebP 格式' },
  photo_too_large: { status: 422, field: 'file', text: '照片檔案大小不得超過 {n} MB' },
  photo_too_many_pixels: { status: 422, field: 'file', text: '照片尺寸過大，建議尺寸 295x413' },
  photo_too_small: { status: 422, field: 'file', text: '照片尺寸過小，建議尺寸 295x413' },
  photo_damaged: { status: 422, field: 'file', text: '照片檔案無法讀取，請重新選擇' },

  too_many_registrations: {
    status: 429,
    text: '此網路短時間內加入學員的次數過多，請於 {n} 分鐘後再試，或洽所屬分會管理人員',
  },
  too_many_mails: { status: 429, text: '確認信寄送次數過多，請於 {n} 分鐘後再試' },
  mail_link_ended: { status: 422, field: 'token', text: '連結已失效，請至個人資料編輯重新寄送確認信' },

  // Staff
  cross_site: { status: 403, text: '此要求並非由本網站送出，請重新整理後再試' },
  second_factor_due: { status: 403, text: '請先完成雙重驗證' },
  second_factor_missing: { status: 403, text: '請先設定雙重驗證' },
  step_up_required: { status: 403, field: 'stepUp', text: '為確保安全，請再次驗證您的身分' },
  staff_credentials_wrong: { status: 422, field: 'email', text: '電子郵件或密碼有誤' },
  staff_suspended: { status: 422, field: 'email', text: '此帳號已停用，請洽系統管理員' },
  second_factor_wrong: { status: 422, field: 'code', text: '驗證碼有誤、已逾時或已使用過' },

  invitation_ended: { status: 422, field: 'token', text: '邀請連結已失效，請洽系統管理員重新邀請' },
  password_says_name: { status: 422, field: 'password', text: '密碼不得包含姓名或電子郵件' },
  passkey_refused: { status: 422, field: 'passkey', text: '通行金鑰驗證失敗，請再試一次' },
  second_factor_last: { status: 422, text: '至少須保留一種雙重驗證方式' },
  staff_email_taken: { status: 422, field: 'email', text: '此電子郵件已有後台帳號' },
  staff_role_scope: { status: 422, field: 'roles', text: '系統管理員與網站編輯僅能設定為總會' },
  last_administrator: { status: 422, field: 'roles', text: '至少須保留一位系統管理員' },

  // Classes and seats
  class_unknown: { status: 422, field: 'Class', text: '查無此課程' },
  class_not_found: { status: 404, text: '查無此課程' },
  class_not_open_yet: { status: 422, field: 'Class', text: '本課程尚未開放報名' },
  class_closed: { status: 422, field: 'Class', text: '本課程報名已截止' },
  class_started: { status: 422, field: 'Class', text: '本課程已開課，無法報名' },
  class_full: { status: 422, field: 'Class', text: '本課程名額已滿' },
  already_applied: { status: 422, field: 'Class', text: '您已報名本課程，請勿重複報名' },
  email_unconfirmed: {
    status: 422,
    field: 'Class',
    text: '您的電子信箱尚未確認，同時審查中的報名以 {n} 筆為限。請開啟「加入學員成功」信中的連結，確認後再報名',
  },
  personal_not_allowed: { status: 422, field: 'Class', text: '本課程未開放個人報名' },
  group_not_allowed: { status: 422, field: 'Class', text: '本課程未開放團體報名' },
  not_applied: { status: 422, field: 'Class', text: '您尚未報名本課程' },
  registration_unknown: { status: 422, field: 'Class', text: '查無此報名紀錄' },
  cancel_after_paying: { status: 422, field: 'Class', text: '已完成繳費，無法取消報名，請洽主辦分會' },
  cancel_under_review: { status: 422, field: 'Class', text: '繳費審查中，無法取消報名' },
  cancel_after_start: { status: 422, field: 'Class', text: '課程已開課，無法取消報名' },
  cancel_group_seat: { status: 422, field: 'Class', text: '團體報名請由團體管理員取消' },
  seats_left: { status: 422, field: 'Class', text: '名額不足，目前尚餘 {n} 人' },
  member_applied: { status: 422, field: 'Class', text: '{name} 已報名本課程' },
  member_not_eligible: { status: 422, field: 'Class', text: '{name} 資格不符，無法報名' },
  member_not_in_group: { status: 422, field: 'Class', text: '{name} 不是此團體的成員' },
  member_under_review: { status: 422, field: 'Class', text: '{name} 繳費審查中，無法取消報名' },
  member_paid: { status: 422, field: 'Class', text: '{name} 已繳費，無法取消報名' },
  roster_stranger: { status: 422, field: 'Class', text: '名單中有人不是此團體的成員，請重新載入後再試' },
  group_not_managed: { status: 422, field: 'Class', text: '您不是此團體的管理員，無法辦理團體報名' },
  group_unnamed: { status: 422, field: 'Class', text: '請選擇要報名的團體' },
  review_conflict: { status: 422, field: 'Class', text: '此報名的狀態已變更，請重新整理後再試' },
  payment_not_approved: { status: 422, field: 'Class', text: '報名資格尚未審查通過，無法回報繳費' },
  payment_confirmed: { status: 422, field: 'Class', text: '本課程已完成繳費' },
  paid_time_late: { status: 422, field: 'paid_time', text: '匯款日期必須早於或等於今天' },
  paid_time_early: { status: 422, field: 'paid_time', text: '匯款日期不得早於 {date}' },
  result_not_confirmed: { status: 422, field: 'Class', text: '尚未完成繳費，無法填寫成績' },
  result_before_start: { status: 422, field: 'Class', text: '課程尚未開課，無法填寫成績' },
  result_scores: { status: 422, field: 'Class', text: '成績資料格式不正確' },
  scores_not_found: { status: 404, text: '查無成績資料' },
  file_not_found: { status: 404, text: '查無此檔案' },

  // Groups
  group_not_found: { status: 403, text: '查無此團體' },
  group_managers_only: { status: 403, text: '僅團體管理員可執行此操作' },
  member_credentials_wrong: { status: 422, field: 'account', text: '該學員的帳號密碼有誤' },
  member_already: { status: 422, field: 'Group', text: '此學員已是團體成員' },
  member_is_manager: { status: 422, field: 'Group', text: '此學員已是團體管理員' },
  member_incomplete: { status: 422, field: 'Group', text: '此學員尚未完成個人資料，無法加入團體' },
  member_unknown: { status: 422, field: 'Group', text: '此學員不是團體成員' },
  manager_stays: { status: 422, field: 'Group', text: '無法刪除團體管理員' },

  // Certificates
  certificate_unknown: { status: 422, field: 'Cert', text: '查無此證照' },
  certificate_ordinary: { status: 422, field: 'Cert', text: '一般證照不可申請換證' },
  certificate_replaced: { status: 422, field: 'Cert', text: '此證照已換證，無法再次申請' },
  certificate_expired: { status: 422, field: 'Cert', text: '證照已逾效期，無法申請換證' },
  certificate_dates: { status: 422, field: 'Cert', text: '發證日期或到期日不正確' },
  certificate_holder: { status: 422, field: 'Cert', text: '查無此學員' },
  certificate_kind: { status: 422, field: 'Cert', text: '查無此會別或訓練項目' },
  renewal_not_open: { status: 422, field: 'Cert', text: '尚未到可換證期間，僅可於到期日前六個月內申請' },
  renewal_asked: { status: 422, field: 'Cert', text: '您已送出換證申請，請等候審查' },
  renewal_unknown: { status: 422, field: 'Cert', text: '查無此換證申請' },
  renewal_decided: { status: 422, field: 'Cert', text: '此換證申請的狀態已變更，請重新整理後再試' },
} as const satisfies Record<string, RefusalMeaning>;

export type RefusalCode = keyof typeof refusals;

/** The body of every answer that is not a success. */
export interface RefusalBody {
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}
