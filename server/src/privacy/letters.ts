import { requestKindNames } from '@portal/contract/office/code-names';
import { defineLetter } from '../mail/letters.ts';
import type { PrivacyKind } from './states.ts';

export const erasureRequestedLetter = defineLetter<{ name: string; time: string }>(
  'erasure_requested',
  ({ name, time }, publicUrl) => ({
    subject: '已收到您的個人資料刪除申請',
    name,
    body: [
      `我們已於 ${time} 收到您刪除個人資料的申請，將由所屬分會承辦人審查，結果另行通知。審查前您可隨時撤回申請。`,
      '若您未提出此申請，請登入後撤回，並儘速變更密碼。',
      { link: `${publicUrl}/Auth/Profile`, label: '個人資料編輯' },
    ],
  }),
);

export const erasureWithdrawnLetter = defineLetter<{ name: string; time: string }>(
  'erasure_withdrawn',
  ({ name, time }, publicUrl) => ({
    subject: '您的個人資料刪除申請已撤回',
    name,
    body: [
      `您刪除個人資料的申請已於 ${time} 撤回，您的資料維持不變。`,
      '若您未撤回此申請，請儘速變更密碼，並洽所屬分會管理人員。',
      { link: `${publicUrl}/Auth/Profile`, label: '個人資料編輯' },
    ],
  }),
);

interface AboutRequest {
  readonly name: string;
  readonly kind: PrivacyKind;
}

const what = (kind: PrivacyKind): string => `${requestKindNames[kind]}個人資料`;

export const requestRecordedLetter = defineLetter<AboutRequest & { day: string }>(
  'privacy_recorded',
  ({ name, kind, day }) => ({
    subject: `已受理您的申請：${what(kind)}`,
    name,
    body: [
      `我們已受理您「${what(kind)}」的申請，將於 ${day} 前答覆。`,
      '若您未提出此申請，請儘速洽所屬分會。',
    ],
  }),
);

export const requestExtendedLetter = defineLetter<AboutRequest & { day: string; reason: string }>(
  'privacy_extended',
  ({ name, kind, day, reason }) => ({
    subject: `延長處理期限：${what(kind)}`,
    name,
    body: [
      `您「${what(kind)}」的申請需要較長時間處理，依個人資料保護法第 13 條延長至 ${day} 前答覆。`,
      `延長原因：${reason}`,
    ],
  }),
);

export const requestDeclinedLetter = defineLetter<AboutRequest & { reason: string }>(
  'privacy_declined',
  ({ name, kind, reason }) => ({
    subject: `未能受理您的申請：${what(kind)}`,
    name,
    body: [`您「${what(kind)}」的申請經審查後無法辦理。`, `原因：${reason}`, '如有疑問，請洽所屬分會。'],
  }),
);

export const requestAnsweredLetter = defineLetter<AboutRequest & { answer: string }>(
  'privacy_answered',
  ({ name, kind, answer }) => ({
    subject: `您的申請已辦理完成：${what(kind)}`,
    name,
    body: [`您「${what(kind)}」的申請已辦理完成。`, `辦理情形：${answer}`, '如有疑問，請洽所屬分會。'],
  }),
);

export const requestWithdrawnLetter = defineLetter<AboutRequest & { time: string }>(
  'privacy_withdrawn',
  ({ name, kind, time }) => ({
    subject: `您的申請已撤回：${what(kind)}`,
    name,
    body: [
      `您「${what(kind)}」的申請已於 ${time} 由所屬分會登錄撤回。`,
      '若您未要求撤回，請儘速洽所屬分會。',
    ],
  }),
);

export interface IncidentNotice {
  readonly name: string;
  readonly facts: string;
  readonly data: string;
  readonly measures: string;
  readonly contact: string;
}

/** Tells people what 個人資料保護法 §12 requires. */
export const incidentLetter = defineLetter<IncidentNotice>(
  'incident_notice',
  ({ name, facts, data, measures, contact }) => ({
    subject: '個人資料事件通知',
    name,
    body: [
      '我們發現一起個人資料事件，您的個人資料可能受到影響，謹依個人資料保護法第 12 條通知您。',
      {
        rows: [
          ['事件經過', facts],
          ['受影響的資料', data],
          ['已採取的措施', measures],
          ['聯絡窗口', contact],
        ],
      },
      '如接獲可疑的電話、簡訊或信件，請勿提供個人資料，並與上述窗口聯絡。',
    ],
  }),
);

/** Names nobody: it is the last mail that is kept. */
export const dataErasedLetter = defineLetter<object>('privacy_erased', () => ({
  subject: '您的個人資料已刪除',
  name: '',
  body: [
    '您的個人資料已依申請刪除，帳號已無法登入。',
    '依法須保留的發證清冊與會計憑證，僅於法定期限內保存，不作其他用途。',
    '日後您仍可重新加入學員。',
  ],
}));
