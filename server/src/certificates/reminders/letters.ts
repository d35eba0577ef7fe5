import { DUE_DAYS } from '@portal/contract/group-certificates';
import { defineLetter, type Part } from '../../mail/letters.ts';

/** An open class of a course that gives the certificate. */
export interface OfferedClass {
  readonly code: string;
  readonly train: string;
  readonly organization: string;
  /** The time as it is shown: `2026-12-05（六）09:00`. */
  readonly startTime: string;
}

interface EndingCertificate {
  readonly name: string;
  readonly certificate: string;
  readonly number: string;
  readonly organization: string;
  /** The last valid day, for display: `2029-12-04（二）`. */
  readonly end: string;
  /** 0: today. */
  readonly daysLeft: number;
  /** The first day on which the renewal may be asked for, for display; null if it is possible now or never. */
  readonly renewalOpens: string | null;
  readonly renewable: boolean;
  /** At most three classes. */
  readonly offered: readonly OfferedClass[];
}

const leftText = (daysLeft: number): string => (daysLeft === 0 ? '今天到期' : `${daysLeft} 天後到期`);
const willEndText = (daysLeft: number): string => (daysLeft === 0 ? '今天到期' : `將於 ${daysLeft} 天後到期`);

const renewalParts = ({ renewable, renewalOpens }: EndingCertificate, publicUrl: string): Part[] => {
  if (!renewable) return [];
  const when = renewalOpens === null ? '現在即可' : `自 ${renewalOpens} 起可`;
  return [
    `這張證照可以線上換證，${when}於「學員中心 > 證照換證申請」提出申請。請在到期日以前（含當日）申請，逾期就不能線上換證了。`,
    { link: `${publicUrl}/Auth/CertList`, label: '申請換證' },
  ];
};

const classParts = ({ renewable, offered }: EndingCertificate, publicUrl: string): Part[] => {
  const [first] = offered;
  if (!first) {
    const none = '目前沒有開放報名的相關課程，新的班別會公布在開課資訊，歡迎隨時查看。';
    return [none, { link: `${publicUrl}/ClassInfo`, label: '查看開課資訊' }];
  }
  const lead = renewable
    ? '若需要複習或重新上課，以下是近期開放報名的相關課程：'
    : '想繼續持有這項證照，請再次參加訓練並通過測驗。以下是近期開放報名的相關課程：';
  return [
    lead,
    ...offered.map(({ code, train, organization, startTime }) => ({
      label: `${startTime} ${train}，${organization}`,
      link: `${publicUrl}/ClassInfo/${encodeURIComponent(code)}`,
    })),
  ];
};

export const certificateReminderLetter = defineLetter<EndingCertificate>(
  'certificate_reminder',
  (ending, publicUrl) => ({
    subject: `您的證照${willEndText(ending.daysLeft)}：${ending.certificate}`,
    name: ending.name,
    body: [
      `提醒您，以下證照${willEndText(ending.daysLeft)}。`,
      {
        rows: [
          ['證照名稱', ending.certificate],
          ['證照編號', ending.number],
          ['發證單位', ending.organization],
          ['有效期限', `${ending.end}，${leftText(ending.daysLeft)}`],
        ],
      },
      ...renewalParts(ending, publicUrl),
      ...classParts(ending, publicUrl),
      ...(ending.renewable ? [] : [{ link: `${publicUrl}/Auth/CertList`, label: '查看我的證照' }]),
    ],
  }),
  { inDaytime: true },
);

interface EndingOfMember {
  readonly person: string;
  readonly certificate: string;
  /** The last valid day, for display: `2029-12-04（二）`. */
  readonly end: string;
  readonly daysLeft: number;
  readonly isRenewalAsked: boolean;
}

interface Digest {
  readonly name: string;
  readonly group: string;
  readonly groupCode: string;
  /** The nearest first. */
  readonly endings: readonly EndingOfMember[];
  /** Certificates beyond those of `endings`. */
  readonly more: number;
}

const endingRow = ({ person, certificate, end, daysLeft, isRenewalAsked }: EndingOfMember) =>
  [person, `${certificate}，${end}，${leftText(daysLeft)}${isRenewalAsked ? '（換證審核中）' : ''}`] as const;

export const certificateDigestLetter = defineLetter<Digest>(
  'certificate_digest',
  ({ name, group, groupCode, endings, more }, publicUrl) => ({
    subject: `團體「${group}」有 ${endings.length + more} 張證照將於 ${DUE_DAYS} 天內到期`,
    name,
    body: [
      `以下是團體「${group}」成員在 ${DUE_DAYS} 天內到期的證照，僅列出貴團體設定為需要的種類。提早安排訓練或換證，就不會缺人。`,
      { rows: endings.map(endingRow) },
      ...(more > 0 ? [`另有 ${more} 張未列出，請至團體的證照頁籤查看。`] : []),
      {
        link: `${publicUrl}/Group/Management/${encodeURIComponent(groupCode)}?show=certificates`,
        label: '查看成員證照並報名',
      },
      '這封信每月寄送一次；沒有即將到期的證照時不寄。',
    ],
  }),
  { inDaytime: true },
);
