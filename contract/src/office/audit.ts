import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  dayFilter,
  ExportedFile,
  exportFields,
  InOrganization,
  idFilter,
  listAnswer,
  listQuery,
  wordFilter,
} from './list.ts';

/** Every recorded action must have a sentence here. */
export const actions = {
  'account.change_identity': '身分資料變更',
  'account.confirm_phone': '確認行動電話',
  'account.create': '代為建立學員帳號',
  'account.fill': '由匯入補齊資料',
  'account.import': '由匯入建立學員帳號',
  'account.register': '建立學員帳號',
  'account.reject_photo': '退回照片',
  'account.release_identifier': '釋出證號',
  'account.remove': '復原匯入，移除學員帳號',
  'account.edit': '修改學員資料',
  'account.end_sessions': '結束學員的登入',
  'account.replace_photo': '更換照片',
  'account.resume': '恢復學員帳號',
  'account.send_reset_link': '寄出重設密碼連結',
  'account.set_mailbox': '代為登錄電子信箱',
  'account.unfill': '復原匯入，還原補齊的資料',
  'account.suspend': '停用學員帳號',
  'account.update': '修改個人資料',
  'attachment.add': '新增課程附件',
  'attachment.order': '調整附件順序',
  'attachment.remove': '移除課程附件',
  'attachment.rename': '修改附件名稱',
  'attendance.mark': '登錄出席',
  'bank_account.close': '停用匯款帳戶',
  'bank_account.create': '新增匯款帳戶',
  'bank_account.edit': '修改匯款帳戶',
  'bank_account.reopen': '恢復匯款帳戶',
  'banner.create': '新增橫幅',
  'banner.edit': '修改橫幅',
  'banner.order': '調整橫幅順序',
  'banner.remove': '刪除橫幅',
  'branding.edit': '修改網站設定',
  'certificate.correct': '更正補發證照',
  'certificate.import': '匯入舊系統證照',
  'certificate.issue': '核發證照',
  'certificate.print': '下載證照檔案',
  'certificate.proof_view': '調閱發證依據',
  'certificate.remove': '復原匯入，移除證照',
  'certificate.revoke': '撤銷證照',
  'certificate_kind.create': '新增證照種類',
  'certificate_kind.remove': '移除未使用的證照種類',
  'certificate_kind.edit': '修改證照種類設定',
  'certificate_layout.save': '儲存證照版面',
  'certificate_picture.save': '上傳證照圖片',
  'certificate_reminders.edit': '設定證照到期提醒',
  'certificate_signer.close': '停用證照簽署人',
  'certificate_signer.create': '新增證照簽署人',
  'certificate_signer.edit': '修改證照簽署人',
  'certificate_signer.reopen': '恢復證照簽署人',
  'choice.add': '新增選項',
  'choice.edit': '修改選項',
  'choice.order': '調整選項順序',
  'choice.restore': '恢復選項',
  'choice.retire': '停用選項',
  'class.call_off': '停開課程',
  'class.complete': '課程結訓',
  'class.create': '新增課程',
  'class.edit': '修改課程',
  'class.postpone': '課程延期',
  'class.file': '製作班級檔案',
  'class.message': '寄信給學員',
  'class.paper': '下載課程文件',
  'class.import': '匯入舊系統課程',
  'class.publish': '發布課程',
  'class.remove': '復原匯入，移除課程',
  'class.resume': '恢復報名',
  'class.schedule': '設定定時發布',
  'class.set_sessions': '設定上課時段',
  'class.stop': '停止報名',
  'class.unschedule': '取消定時發布',
  'class.withdraw': '課程下架',
  'contact.undo': '復原聯絡資料的變更',
  'course.create': '新增訓練項目',
  'course.remove': '移除未使用的訓練項目',
  'course.edit': '修改訓練項目',
  'course.ask_for_document': '增列應備文件',
  'course.stop_asking': '取消應備文件',
  'document.add': '上傳報名文件',
  'document.forget': '刪除逾保存期限的報名文件',
  'document.remove': '移除報名文件',
  'document.view': '調閱報名文件',
  'footer.set': '修改頁尾',
  'group.add_member': '新增團體成員',
  'group.create': '新增團體',
  'group.edit': '修改團體',
  'group.end_manager': '取消團體管理員',
  'group.make_manager': '設為團體管理員',
  'group.remove': '復原匯入，移除團體',
  'group.remove_member': '移除團體成員',
  'group.set_needs': '設定團體所需證照',
  'intro.create': '新增課程介紹',
  'intro.edit': '修改課程介紹',
  'intro.revise': '儲存課程介紹尚未公開的修改',
  'intro.discard': '捨棄課程介紹尚未公開的修改',
  'intro.order': '調整課程介紹順序',
  'intro.remove': '刪除課程介紹',
  'intro_type.create': '新增課程介紹類別',
  'intro_type.edit': '修改課程介紹類別',
  'intro_type.order': '調整課程介紹類別順序',
  'intro_type.remove': '刪除課程介紹類別',
  'incident.close': '個資事件結案',
  'incident.create': '建立個資事件',
  'incident.edit': '修改個資事件',
  'incident.notify': '寄個資事件通知信',
  'import.check': '試算資料匯入',
  'import.start': '開始資料匯入',
  'import.undo': '復原資料匯入',
  'import.problems': '下載匯入問題清單',
  'list.export': '匯出列表',
  'job.continue': '繼續背景作業',
  'job.start': '開始背景作業',
  'job.stop': '停止背景作業',
  'logo.save': '上傳網站標誌',
  'mail.send_again': '重寄信件',
  'mail.settle': '標示信件已處理',
  'mailbox.confirm': '確認電子信箱',
  'organization.close': '停用會別',
  'organization.create': '新增會別',
  'organization.edit': '修改會別',
  'organization.order': '調整會別順序',
  'organization.reopen': '恢復會別',
  'page.set': '修改網站頁面',
  'page.revise': '儲存頁面尚未公開的修改',
  'page.discard': '捨棄頁面尚未公開的修改',
  'password.change': '變更密碼',
  'password.reset': '重設密碼',
  'payment.confirm': '確認繳費',
  'payment.record_partial': '登記部分繳款',
  'payment.reject': '退回繳費回報',
  'payment.remind': '寄出繳費提醒',
  'payment.report': '回報繳費',
  'payment.take_surplus': '列為溢繳',
  'payment.undo_confirmation': '撤銷繳費確認',
  'person.become_part': '併入另一筆學員資料',
  'person.dismiss_twin': '確認兩筆資料不是同一人',
  'person.find': '搜尋其他會別的學員',
  'person.find_holder': '查詢使用證號的帳號',
  'person.identify': '確認代為報名的學員',
  'person.proof_view': '調閱身分資料變更的證明文件',
  'person.leave': '復原後自另一筆學員資料分出',
  'person.merge': '合併學員',
  'person.name_purpose': '說明查閱其他會別學員的目的',
  'person.reopen_twin': '重新列為疑似同一人',
  'person.send_code': '寄出代為報名的驗證碼',
  'person.show_identity': '調閱完整證號',
  'person.show_photo': '調閱照片',
  'person.undo_merge': '復原合併學員',
  'picture.save': '上傳圖片',
  'privacy.answer': '答覆個資申請',
  'privacy.erase': '刪除個人資料',
  'privacy.copy': '交付個人資料複製本',
  'privacy.decline': '駁回個資申請',
  'privacy.extend': '延長個資申請的期限',
  'privacy.record': '登錄個資申請',
  'privacy.withdraw': '登錄撤回個資申請',
  'refund.change': '變更退費金額',
  'refund.create': '列為待退費',
  'refund.pay': '登記已退費',
  'refund.waive': '登記不退費',
  'refund.withdraw': '撤回退費',
  'registration.approve': '通過資格審核',
  'registration.cancel': '取消報名',
  'registration.cancel_by_staff': '由承辦取消報名',
  'registration.enrol': '報名課程',
  'registration.import': '匯入舊系統上課紀錄',
  'registration.lapse': '釋出未確認者的名額',
  'registration.move': '轉班',
  'registration.note': '新增審核備註',
  'registration.reject': '退回資格審核',
  'registration.remove': '復原匯入，移除上課紀錄',
  'registration.reopen': '重新審核',
  'registration.undo_approval': '復原資格審核的通過',
  'renewal.answer': '回覆展延補件',
  'renewal.approve': '核准展延',
  'renewal.ask': '申請展延',
  'renewal.ask_document': '請學員補件',
  'renewal.document_view': '調閱展延補件',
  'renewal.forget': '刪除逾保存期限的展延補件',
  'renewal.reject': '退回展延申請',
  'review_phrase.add': '新增退回理由',
  'review_phrase.edit': '修改退回理由',
  'review_phrase.order': '調整退回理由順序',
  'review_phrase.remove': '刪除退回理由',
  'staff.accept_invitation': '接受邀請並設定密碼',
  'staff.add_passkey': '新增通行金鑰',
  'staff.add_totp': '設定驗證器 App',
  'staff.ask_factor_reset': '要求重設雙重驗證',
  'staff.change_password': '變更後台密碼',
  'staff.change_roles': '變更角色',
  'staff.end_session': '結束自己的一個登入',
  'staff.end_sessions': '結束自己的所有登入',
  'staff.invite': '邀請後台人員',
  'staff.invite_again': '重新產生邀請連結',
  'staff.keep_second_factor': '取消重設雙重驗證',
  'staff.remove_passkey': '移除通行金鑰',
  'staff.remove_totp': '移除驗證器 App',
  'staff.rename_passkey': '變更通行金鑰的名稱',
  'staff.renew_identity_budget': '覆核完整證號的調閱',
  'staff.renew_recovery_codes': '重新產生備用碼',
  'staff.reset_password': '以忘記密碼的連結設定新密碼',
  'staff.reset_second_factor': '重設雙重驗證',
  'staff.resume': '恢復後台帳號',
  'staff.sign_in': '登入後台',
  'staff.sign_out': '登出後台',
  'staff.spend_identity_budget': '調閱完整證號達到上限',
  'staff.suspend': '停用後台帳號',
  'starter.add': '加入起始範本',
  'starter.remove': '移除起始範本',
  'statement.import': '匯入對帳單',
  'statement.take_back': '收回對帳單的匯入',
  'statement_line.set_aside': '列為非繳費款項',
  'statement_line.take_back': '恢復為待對帳',
  'training.correct': '更正成績',
  'training.decide': '判定結果',
  'training.draft': '登錄成績草稿',
  'training.result': '公布成績',
} as const satisfies Record<`${string}.${string}`, string>;

export type Action = keyof typeof actions;

/** A later version may have recorded an unknown action. */
export const actionText = (action: string): string => (actions as Record<string, string>)[action] ?? action;

export const subjects = {
  account: '學員',
  attachment: '課程附件',
  bank_account: '匯款帳戶',
  banner: '橫幅',
  branding: '網站設定',
  certificate: '證照',
  certificate_kind: '證照種類',
  certificate_layout: '證照版面',
  certificate_reminders: '證照到期提醒',
  certificate_picture: '證照圖片',
  certificate_signer: '證照簽署人',
  career: '職業選項',
  class: '課程',
  course: '訓練項目',
  education: '學歷選項',
  education_status: '就學狀況選項',
  footer: '頁尾',
  page: '網站頁面',
  group: '團體',
  import: '資料匯入',
  incident: '個資事件',
  intro: '課程介紹',
  intro_type: '課程介紹類別',
  job: '背景作業',
  list: '列表',
  logo: '網站標誌',
  mail: '信件',
  organization: '會別',
  picture: '圖片',
  privacy_request: '個資申請',
  registration: '報名',
  renewal_request: '展延申請',
  review_phrase: '退回理由',
  staff: '後台人員',
  statement_line: '對帳單明細',
} as const;

export type Subject = keyof typeof subjects;

export const subjectText = (subject: string): string =>
  (subjects as Record<string, string>)[subject] ?? subject;

/* Events. */

const actionNames = Object.keys(actions) as [Action, ...Action[]];
const subjectNames = Object.keys(subjects) as [Subject, ...Subject[]];

export const Actor = z.object({
  kind: z.enum(['staff', 'account', 'system']),
  id: z.nullable(z.int()),
  name: z.nullable(z.string()),
});
export type Actor = z.infer<typeof Actor>;

export const Change = z.object({
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type Change = z.infer<typeof Change>;

export const HistoryEntry = z.object({
  key: z.string(),
  at: z.string(),
  actor: Actor,
  action: z.string(),
  changes: z.array(Change),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const AuditEvent = z.extend(HistoryEntry, {
  subject: z.string(),
  subjectId: z.nullable(z.int()),
  subjectName: z.nullable(z.string()),
  /** Whose registration it is. */
  person: z.nullable(z.object({ id: z.int(), name: z.string() })),
  organization: z.nullable(z.string()),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

const wrong = '查詢條件不正確';
const actorFilter = z.optional(
  z.string({ error: wrong }).check(z.regex(/^(staff:[1-9][0-9]{0,14}|system)$/, { error: wrong })),
);

const thingFilter = z.optional(
  z.string({ error: wrong }).check(z.regex(/^[a-z_]{1,30}:[1-9][0-9]{0,14}$/, { error: wrong })),
);

const eventFilters = {
  actor: actorFilter,
  action: wordFilter(actionNames),
  subject: wordFilter(subjectNames),
  thing: thingFilter,
  /** A trainee: what was done to the account, its registrations and its certificates. */
  account: idFilter,
  from: dayFilter,
  until: dayFilter,
};

const input = { filters: { ...eventFilters, ...InOrganization }, sorts: ['at'], sort: '-at' } as const;

export const events = endpoint({
  method: 'GET',
  path: '/api/office/events',
  access: 'audit.read',
  summary: '稽核紀錄：後台的每一次寫入、匯出、登入與證號查閱，新的在前',
  query: listQuery(input),
  answer: listAnswer(AuditEvent),
  refusals: [],
});

export const exportEvents = endpoint({
  method: 'POST',
  path: '/api/office/events/export',
  access: 'audit.read',
  summary: '依篩選條件匯出稽核紀錄；另須具備匯出權限，每次匯出皆留下紀錄',
  body: z.extend(listQuery(input), exportFields),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy'],
});

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

export const registrationHistory = endpoint({
  method: 'GET',
  path: '/api/office/registrations/:id/history',
  access: 'registration.read',
  summary: '一筆報名的歷程',
  params: ById,
  answer: z.array(HistoryEntry),
  refusals: ['not_found'],
});

export const classHistory = endpoint({
  method: 'GET',
  path: '/api/office/classes/:id/history',
  access: 'class.read',
  summary: '一個課程的歷程',
  params: ById,
  answer: z.array(HistoryEntry),
  refusals: ['not_found'],
});

export const staffHistory = endpoint({
  method: 'GET',
  path: '/api/office/staff/:id/history',
  access: 'staff.read',
  summary: '一位後台人員的歷程',
  params: ById,
  answer: z.array(HistoryEntry),
  refusals: ['not_found'],
});

/* Versions. */

export const seenVersion = z.int({ error: '版本不正確' }).check(z.minimum(0));

export const Newer = z.object({
  version: z.int(),
  changes: z.array(HistoryEntry),
});
export type Newer = z.infer<typeof Newer>;
