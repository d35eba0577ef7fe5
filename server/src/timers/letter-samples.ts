import * as mailbox from '../accounts/mailbox/letters.ts';
import * as passwords from '../accounts/passwords/letters.ts';
import * as profile from '../accounts/profile/letters.ts';
import * as signIn from '../accounts/sign-in/letters.ts';
import * as signUp from '../accounts/sign-up/letters.ts';
import * as certificates from '../certificates/letters.ts';
import * as reminders from '../certificates/reminders/letters.ts';
import * as classes from '../classes/letters.ts';
import type { LetterSample } from '../correspondence/letter-sample.ts';
import * as correspondence from '../correspondence/letters.ts';
import * as enrolment from '../enrolment/letters.ts';
import * as groups from '../groups/letters.ts';
import type { Mail } from '../mail/letters.ts';
import * as payment from '../payment/letters.ts';
import * as people from '../people/letters.ts';
import * as privacy from '../privacy/letters.ts';
import * as staff from '../staff/letters.ts';
import * as training from '../training/letters.ts';

const name = '林怡君';
const time = '2026-12-01（二）10:30';

const about = {
  name,
  organization: '臺北市分會',
  code: 'TPE-FA1-001',
  train: '初級急救員訓練',
  startTime: '2026-12-05（六）09:00',
  place: '分會三樓教室（臺北市中正區範例路一段 1 號）',
};

const seat = {
  registrationId: 12,
  startTime: '2026-12-05T01:00:00.000Z',
  queuedAt: '2026-12-01T02:30:00.000Z',
};

const moved = { ...seat, revision: 'moved' } as const;
const cancelled = { ...seat, revision: 'cancelled' } as const;
const sessions = ['2026-12-05 09:00–17:00', '2026-12-06 09:00–17:00'];
const terms = { toPay: true, fee: 3500, paymentDays: 7 };
const dues = { amount: 3500, due: '2026-12-04（五）' };
const group = '藍海救生隊';
const certificate = '初級急救員證';
const number = 'FA1-2026-7KQ2M9XW4T';
const validity = { start: '2026-12-05（六）', end: '2029-12-04（二）' };

type Samples = Readonly<Record<string, readonly [situation: string, mail: Mail]>>;

const ofEnrolment: Samples = {
  enrolled: ['已收到報名，須繳費', enrolment.enrolledLetter({ ...about, ...terms })],
  'enrolled-free': [
    '已收到報名，免費，信箱尚待確認',
    enrolment.enrolledLetter({
      ...about,
      ...{ toPay: false, fee: 0, paymentDays: 7, confirmBy: '2026-12-03（四）10:30' },
    }),
  ],
  approved: ['審查通過，待繳費', enrolment.approvedLetter({ ...about, toPay: true, group: null, dues })],
  'approved-group': [
    '審查通過，團體可代為繳費',
    enrolment.approvedLetter({ ...about, toPay: true, group, dues }),
  ],
  'approved-free': ['審查通過，免費', enrolment.approvedLetter({ ...about, toPay: false, seat })],
  rejected: ['審查未通過', enrolment.rejectedLetter({ ...about, reason: '未檢附急救員證書。' })],
  reopened: ['重新審查', enrolment.reopenedLetter({ ...about, toPay: true })],
  cancelled: ['本人取消', enrolment.cancelledLetter({ ...about, refund: 0 })],
  lapsed: ['信箱未確認，名額釋出', enrolment.lapsedLetter({ ...about, reason: '未於期限內確認電子信箱' })],
  cancelled_by_staff: [
    '分會取消，將退費',
    enrolment.cancelledByStaffLetter({
      ...about,
      ...{ reason: '重複報名。', refund: 3500, reported: 0, seat: cancelled },
    }),
  ],
  moved: [
    '轉班，須補差額',
    enrolment.movedLetter({
      ...about,
      ...{ former: 'TPE-FA1-002', reason: '原班人數不足。', toPay: true, owed: 500, refund: 0 },
      ...{ dues: { amount: 500, due: '2026-12-04（五）' }, seat: cancelled },
    }),
  ],
  'moved-paid': [
    '轉班，無須補繳',
    enrolment.movedLetter({
      ...about,
      ...{ former: 'TPE-FA1-002', reason: null, toPay: false, owed: 0, refund: 0, seat: moved },
    }),
  ],
  cancelled_after_postponement: [
    '延期後本人取消',
    enrolment.cancelledAfterPostponementLetter({ ...about, refund: 3500, reported: 0, seat: cancelled }),
  ],
  payment_reminder: [
    '逾期未繳費',
    enrolment.paymentReminderLetter({ ...about, due: '2026-11-30（一）', fee: 3500 }),
  ],
  applicant_code: [
    '代為報名驗證碼',
    enrolment.applicantCodeLetter({ name, staff: '陳志明', minutes: 10, secret: { code: '1234 5678' } }),
  ],
};

const ofPayment: Samples = {
  payment_reported: [
    '已收到回報',
    payment.paymentReportedLetter({
      ...about,
      ...{ paidTime: '2026-11-30', paidMoney: 3500, groupSize: null },
    }),
  ],
  'payment_reported-short': [
    '團體回報，金額不足',
    payment.paymentReportedLetter({
      ...about,
      ...{ paidTime: '2026-11-30', paidMoney: 6000, groupSize: 2, groupName: group },
      shortfall: { due: 7000, missing: 1000, deadline: '2026-12-04（五）' },
    }),
  ],
  payment_confirmed: ['已確認收到款項', payment.paymentConfirmedLetter({ ...about, seat, surplus: 0 })],
  'payment_confirmed-surplus': ['溢繳', payment.paymentConfirmedLetter({ ...about, seat, surplus: 500 })],
  payment_short: ['金額不足', payment.paymentShortLetter({ ...about, received: 3000, missing: 500 })],
  payment_confirmation_undone: [
    '撤銷確認',
    payment.confirmationUndoneLetter({ ...about, reason: '款項屬於另一位學員。', seat: cancelled }),
  ],
  payment_rejected: [
    '回報未通過',
    payment.paymentRejectedLetter({
      ...about,
      ...{ reason: '查無此筆入帳。', person: null, group: null, isCancelled: false },
    }),
  ],
};

const ofClasses: Samples = {
  class_changed: [
    '時間或地點變更',
    classes.classChangedLetter({ ...about, message: '改至分會三樓教室上課。', sessions, seat: moved }),
  ],
  class_postponed: [
    '延期',
    classes.classPostponedLetter({
      ...about,
      ...{ message: '颱風來襲，順延一週。', until: '2026-12-03（四）', sessions, seat: moved },
    }),
  ],
  class_called_off: [
    '停開',
    classes.classCalledOffLetter({
      ...about,
      ...{ reason: '人數不足', text: '歡迎改報下一班。', refund: 3500, reported: 0, seat: cancelled },
    }),
  ],
  class_reminder: ['上課提醒', classes.classReminderLetter({ ...about, sessions, minutes: 1440 })],
  class_message: [
    '承辦人員的通知',
    correspondence.classMessageLetter({
      ...about,
      ...{ subject: '停車資訊', text: '當日請由後門進入地下停車場。\n\n請提早 15 分鐘到場。' },
    }),
  ],
  result_published: ['公布成績', training.resultPublishedLetter({ ...about, result: '合格' })],
  result_corrected: [
    '更正成績',
    training.resultCorrectedLetter({ ...about, result: '不合格', reason: '術科分數登錄有誤。' }),
  ],
};

const ending = {
  name,
  certificate,
  number,
  organization: '臺北市分會',
  end: '2026-12-31（四）',
  daysLeft: 30,
  offered: [
    {
      code: 'TPE-FA1-001',
      train: '初級急救員訓練',
      organization: '臺北市分會',
      startTime: '2026-12-05（六）09:00',
    },
    {
      code: 'NTP-FA1-004',
      train: '初級急救員訓練',
      organization: '新北市分會',
      startTime: '2026-12-12（六）08:30',
    },
  ],
};

const member = { certificate, end: '2026-12-31（四）', daysLeft: 30, isRenewalAsked: false };

const ofCertificates: Samples = {
  certificate_issued: [
    '核發',
    certificates.certificateIssuedLetter({ name, certificate, number, end: validity.end }),
  ],
  certificate_revoked: [
    '撤銷',
    certificates.certificateRevokedLetter({ name, certificate, number, reason: '資料不實。' }),
  ],
  certificate_corrected: [
    '更正補發',
    certificates.certificateCorrectedLetter({
      ...{ name, certificate, number },
      ...{ former: 'FA1-2026-3HD8P5RV2C', reason: '姓名有誤。' },
    }),
  ],
  certificate_reminder: [
    '即將到期，可換證',
    reminders.certificateReminderLetter({ ...ending, renewalOpens: null, renewable: true }),
  ],
  'certificate_reminder-class': [
    '即將到期，須重新上課',
    reminders.certificateReminderLetter({ ...ending, renewalOpens: null, renewable: false }),
  ],
  certificate_digest: [
    '團體的到期月報',
    reminders.certificateDigestLetter({
      ...{ name, group, groupCode: 'G-0012', more: 3 },
      endings: [
        { ...member, person: '林怡君' },
        { ...member, person: '王小明', isRenewalAsked: true },
      ],
    }),
  ],
  renewal_asked: [
    '已收到換證申請',
    certificates.renewalAskedLetter({ name, organization: '臺北市分會', number, certificate, ...validity }),
  ],
  renewal_approved: [
    '換證通過',
    certificates.renewalApprovedLetter({ name, certificate, number, ...validity }),
  ],
  renewal_rejected: [
    '換證未通過',
    certificates.renewalRejectedLetter({ name, certificate, number, reason: '複訓時數不足。' }),
  ],
  renewal_inquiry: [
    '換證請補件',
    certificates.renewalInquiryLetter({ name, certificate, number, inquiry: '請補複訓證明。' }),
  ],
};

const membership = { name, group, manager: '王小明' };

const ofGroups: Samples = {
  group_enrolled: ['團體報名', groups.groupEnrolledLetter({ ...about, ...terms, group })],
  group_cancelled: ['團體取消報名', groups.groupCancelledLetter({ ...about, group })],
  group_added: ['加入團體', groups.groupAddedLetter(membership)],
  group_removed: ['移出團體', groups.groupRemovedLetter(membership)],
  group_manager: ['成為管理員', groups.groupManagerLetter({ ...membership, isStaff: true })],
  group_manager_ended: ['不再是管理員', groups.groupManagerEndedLetter(membership)],
};

const ofAccounts: Samples = {
  registered: ['加入學員', signUp.registeredLetter({ name })],
  email_confirmation: ['確認電子信箱', mailbox.emailConfirmationLetter({ name })],
  contact_changed: [
    '電子郵件變更，可復原',
    mailbox.contactChangedLetter({ name, what: '電子郵件', time, hours: 72, secret: { token: 'sample' } }),
  ],
  contact_adopted: ['電子郵件變更，寄至新信箱', mailbox.contactAdoptedLetter({ time })],
  contact_restored: ['復原', mailbox.contactRestoredLetter({ name, what: '電子郵件', time })],
  password_reset: [
    '忘記密碼',
    passwords.passwordResetLetter({ name, minutes: 60, secret: { token: 'sample' } }),
  ],
  password_changed: ['密碼變更', passwords.passwordChangedLetter({ name, time })],
  password_code: [
    '設定密碼驗證碼',
    passwords.passwordCodeLetter({ name, minutes: 10, secret: { code: '1234 5678' } }),
  ],
  first_password_set: ['首次設定密碼', passwords.firstPasswordSetLetter({ name, time })],
  default_password_login: ['以預設密碼登入', signIn.defaultPasswordLoginLetter({ name, time })],
  photo_rejected: ['照片不符規定', profile.photoRejectedLetter({ name, reason: '臉部不清楚。' })],
  identity_changed: ['身分資料變更', profile.identityChangedLetter({ name, fields: ['中文姓名', '生日'] })],
  profile_edited: ['個人資料修改', profile.profileEditedLetter({ name, fields: ['行動電話', '地址'] })],
  accounts_merged: [
    '帳號合併',
    people.accountsMergedLetter({ name, removed: 'A1****6789', number: 'A2****5566' }),
  ],
};

const request = { name, kind: 'access' } as const;

const ofPrivacy: Samples = {
  erasure_requested: ['收到刪除申請', privacy.erasureRequestedLetter({ name, time })],
  erasure_withdrawn: ['撤回刪除申請', privacy.erasureWithdrawnLetter({ name, time })],
  privacy_recorded: ['受理申請', privacy.requestRecordedLetter({ ...request, day: '2026-12-16' })],
  privacy_extended: [
    '延長期限',
    privacy.requestExtendedLetter({ ...request, day: '2026-12-31', reason: '資料散見多處。' }),
  ],
  privacy_declined: ['未能受理', privacy.requestDeclinedLetter({ ...request, reason: '資料已逾保存期限。' })],
  privacy_answered: ['辦理完成', privacy.requestAnsweredLetter({ ...request, answer: '已寄出資料複本。' })],
  privacy_withdrawn: ['撤回申請', privacy.requestWithdrawnLetter({ ...request, time })],
  incident_notice: [
    '個人資料事件通知',
    privacy.incidentLetter({
      ...{ name, facts: '一封信件誤寄給其他學員。', data: '姓名、電子郵件' },
      ...{ measures: '已請收件人刪除。', contact: '個資窗口 02-1234-5678' },
    }),
  ],
  privacy_erased: ['資料已刪除', privacy.dataErasedLetter({})],
};

const ofStaff: Samples = {
  staff_invitation: [
    '邀請',
    staff.staffInvitationLetter({ name, minutes: 4320, secret: { token: 'sample' } }),
  ],
  'staff_invitation-again': [
    '設定新密碼的連結',
    staff.staffInvitationLetter({ name, minutes: 4320, renewedBy: '王小明', secret: { token: 'sample' } }),
  ],
  staff_password_reset: [
    '忘記密碼',
    staff.staffPasswordResetLetter({ name, minutes: 60, secret: { token: 'sample' } }),
  ],
  staff_guessing: ['登入失敗', staff.staffGuessingLetter({ name, guessed: 'password', failures: 10 })],
  staff_account: [
    '帳號變更',
    staff.staffAccountLetter({
      ...{ name, act: 'change_roles', owner: '陳志明', email: 'chen@example.org', by: '王小明', time },
    }),
  ],
  identity_budget_spent: [
    '覆核證號調閱',
    staff.identityBudgetSpentLetter({ staff: '陳志明', staffId: 3, looks: 31 }),
  ],
};

const inGroup = (title: string, samples: Samples): LetterSample[] =>
  Object.entries(samples).map(([key, [situation, mail]]) => ({ key, group: title, situation, mail }));

export const letterSamples: readonly LetterSample[] = [
  ...inGroup('報名', ofEnrolment),
  ...inGroup('繳費', ofPayment),
  ...inGroup('課程', ofClasses),
  ...inGroup('證照', ofCertificates),
  ...inGroup('團體', ofGroups),
  ...inGroup('帳號', ofAccounts),
  ...inGroup('個人資料', ofPrivacy),
  ...inGroup('後台人員', ofStaff),
];
