/**
 * Every action that an event can name, as the office says it. An action without a sentence does not compile where it is
 * recorded.
 */
export const actions = {
  'account.create': '代為建立學員帳號',
  'account.register': '建立學員帳號',
  'account.release_identifier': '釋出證號',
  'account.update': '修改個人資料',
  'bank_account.create': '新增匯款帳戶',
  'banner.create': '新增橫幅',
  'certificate.issue': '核發證照',
  'certificate_kind.create': '新增證照種類',
  'class.create': '新增課程',
  'class.publish': '發布課程',
  'class.set_sessions': '設定上課時段',
  'contact.undo': '復原聯絡資料的變更',
  'course.create': '新增訓練項目',
  'course.ask_for_document': '增列應備文件',
  'course.stop_asking': '取消應備文件',
  'document.add': '上傳報名文件',
  'document.forget': '刪除逾保存期限的報名文件',
  'document.remove': '移除報名文件',
  'document.view': '調閱報名文件',
  'footer.set': '修改頁尾',
  'group.add_member': '新增團體成員',
  'group.create': '新增團體',
  'group.remove_member': '移除團體成員',
  'intro.create': '新增課程介紹',
  'intro_type.create': '新增介紹分類',
  'list.export': '匯出列表',
  'mailbox.confirm': '確認電子信箱',
  'organization.create': '新增會別',
  'password.change': '變更密碼',
  'password.reset': '重設密碼',
  'payment.confirm': '確認繳費',
  'payment.reject': '退回繳費回報',
  'payment.report': '回報繳費',
  'person.show_identity': '調閱完整證號',
  'person.show_photo': '調閱照片',
  'refund.create': '列為待退費',
  'registration.approve': '通過資格審查',
  'registration.cancel': '取消報名',
  'registration.cancel_by_staff': '由承辦取消報名',
  'registration.enrol': '報名課程',
  'registration.move': '轉班',
  'registration.note': '新增審查備註',
  'registration.refuse': '退回資格審查',
  'registration.reopen': '重新審查',
  'renewal.approve': '核准展延',
  'renewal.ask': '申請展延',
  'renewal.refuse': '退回展延申請',
  'review_phrase.add': '新增常用語',
  'review_phrase.edit': '修改常用語',
  'review_phrase.order': '調整常用語順序',
  'review_phrase.remove': '刪除常用語',
  'staff.accept_invitation': '接受邀請並設定密碼',
  'staff.add_passkey': '新增通行金鑰',
  'staff.add_totp': '設定驗證器 App',
  'staff.change_password': '變更後台密碼',
  'staff.change_roles': '變更角色',
  'staff.invite': '邀請後台人員',
  'staff.invite_again': '重新產生邀請連結',
  'staff.remove_passkey': '移除通行金鑰',
  'staff.remove_totp': '移除驗證器 App',
  'staff.renew_recovery_codes': '重新產生備用碼',
  'staff.reset_second_factor': '重設雙重驗證',
  'staff.resume': '恢復後台帳號',
  'staff.sign_in': '登入後台',
  'staff.suspend': '停用後台帳號',
  'training.result': '登錄成績',
} as const satisfies Record<`${string}.${string}`, string>;

export type Action = keyof typeof actions;

/** The action as people read it. Events of a later version may name one that is unknown here. */
export const actionText = (action: string): string => (actions as Record<string, string>)[action] ?? action;

/** The kinds of things that events are about. */
export const subjects = {
  account: '學員',
  bank_account: '匯款帳戶',
  banner: '橫幅',
  certificate: '證照',
  certificate_kind: '證照種類',
  class: '課程',
  course: '訓練項目',
  footer: '頁尾',
  group: '團體',
  intro: '課程介紹',
  intro_type: '介紹分類',
  list: '列表',
  organization: '會別',
  registration: '報名',
  renewal_request: '展延申請',
  review_phrase: '常用語',
  staff: '後台人員',
} as const;

export type Subject = keyof typeof subjects;

export const subjectText = (subject: string): string =>
  (subjects as Record<string, string>)[subject] ?? subject;
