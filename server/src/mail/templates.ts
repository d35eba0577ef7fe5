import { readableTime } from '@portal/contract/dates';
import { MAIL_PARAMETER } from '@portal/contract/mailbox';
import { escapeHtml } from '@portal/contract/primitives';
import type { Invitation } from './invitation.ts';

const PORTAL = '學員訓練報名網';

/** A class, in a mail about a registration for it. */
export interface ClassFacts {
  organization: string;
  code: string;
  train: string;
  /** For display: `2026-12-05（六）09:00`. */
  startTime: string;
  place: string;
}

export const classFacts = ({
  organization,
  code,
  train,
  startTime,
  place,
}: Omit<ClassFacts, 'startTime'> & { startTime: Date }): ClassFacts => ({
  organization,
  code,
  train,
  startTime: readableTime(startTime),
  place,
});

interface AboutClass extends ClassFacts {
  name: string;
}

/** A confirmed seat. Times are ISO 8601. */
export type ConfirmedSeat = Pick<Invitation, 'registrationId' | 'startTime' | 'confirmedAt' | 'revision'>;

/** The seat for the reader's calendar. Missing in mails queued by earlier versions. */
interface MayConfirm {
  seat?: ConfirmedSeat;
}

/** `toPay`: the class has a fee. Missing in mails queued by earlier versions. */
interface MayCost {
  toPay?: boolean;
}

/** The data of each mail. `secret` is deleted once the mail is sent or given up (`worker.ts`). */
export interface MailTemplate {
  registered: { name: string };
  /** Contains a link that confirms the mailbox. */
  email_confirmation: { name: string };
  enrolled: AboutClass & MayCost;
  /** Through the group with that name. */
  group_enrolled: AboutClass & MayCost & { group: string };
  /** By a manager of the group. */
  group_cancelled: AboutClass & { group: string };
  /**
   * `toPay`: the class has a fee; otherwise the approval confirms the seat. `group`: the group whose managers may pay;
   * missing in mails queued by earlier versions.
   */
  approved: AboutClass & MayConfirm & { toPay: boolean; group?: string | null };
  refused: AboutClass & { reason: string };
  /** A rejected registration is under review again. */
  reopened: AboutClass & MayCost;
  /** `refund`: whole dollars that were paid, or are said to have been; 0 if nothing was. */
  cancelled_by_staff: AboutClass & MayConfirm & { reason: string; refund: number; paymentConfirmed: boolean };
  /**
   * Moved here from the class with the code `former`. `toPay`: this class has a fee, the former had none. `owed`,
   * `refund`: what the fees differ by, in whole dollars, for somebody who has paid; else 0.
   */
  moved: AboutClass &
    MayConfirm & { former: string; reason: string | null; toPay: boolean; owed: number; refund: number };
  payment_confirmed: AboutClass & MayConfirm;
  /**
   * `person`: the registered person, if the mail goes to the manager who reported for them; else null. Empty if their
   * mailbox is not confirmed, because unverified names are not sent to others. `group`: in the mail to the person, the
   * group whose manager reported; missing in mails queued by earlier versions.
   */
  payment_rejected: AboutClass & { reason: string; person: string | null; group?: string | null };
  password_reset: { name: string; minutes: number; secret: { token: string } };
  password_changed: {
    name: string;
    /** For display. */
    time: string;
  };
  /**
   * Goes to the former address. `what`: the changed data, such as 電子郵件. The token undoes the change within so many
   * hours; it is missing after too many changes and in mails queued by earlier versions.
   */
  contact_changed: {
    name: string;
    what: string;
    time: string;
    hours?: number;
    secret?: { token: string };
  };
  /** Goes to the new address. Has no name, because the reader is not yet known. */
  contact_adopted: { time: string };
  /** Goes to the restored and the removed address. */
  contact_restored: { name: string; what: string; time: string };
  erasure_requested: { name: string; time: string };
  erasure_withdrawn: { name: string; time: string };
  /** Goes to the stored mailbox of a person with the default password. */
  password_code: { name: string; minutes: number; secret: { code: string } };
  /** A login with the default password. */
  default_password_login: { name: string; time: string };
  /** The default password was replaced. Goes to the former and the new mailbox. */
  first_password_set: { name: string; time: string };
  renewal_asked: {
    name: string;
    organization: string;
    /** The certificate's number. */
    number: string;
    certificate: string;
    /** The first and last valid day of the new certificate, for display: `2026-12-05（六）`. */
    start: string;
    end: string;
  };
  renewal_approved: {
    name: string;
    certificate: string;
    /** The new certificate's number. */
    number: string;
    start: string;
    end: string;
  };
  renewal_refused: { name: string; certificate: string; number: string; reason: string };
  /** `manager`: their name, empty if their mailbox is not confirmed. */
  group_added: { name: string; group: string; manager: string };
  group_removed: { name: string; group: string; manager: string };
  /** Goes to staff, for whom a password is to be set by the link. */
  staff_invitation: { name: string; minutes: number; secret: { token: string } };
}

export type Mail = {
  [T in keyof MailTemplate]: { template: T; data: MailTemplate[T] };
}[keyof MailTemplate];

type TemplateName = keyof MailTemplate;

const SECURITY: readonly TemplateName[] = [
  'password_reset',
  'password_changed',
  'password_code',
  'default_password_login',
  'first_password_set',
  'contact_changed',
  'contact_adopted',
  'contact_restored',
  'staff_invitation',
];

/** Sent before all others: the reader waits for it or must act soon. */
export const URGENT: ReadonlySet<string> = new Set(SECURITY);

/** The mails that an unconfirmed mailbox receives. */
export const FOR_UNCONFIRMED: ReadonlySet<string> = new Set<TemplateName>([
  ...SECURITY,
  'registered',
  'email_confirmation',
  'enrolled',
  'group_enrolled',
]);

/** A part of a mail's body: a paragraph, a table of rows, or a link. */
type Part =
  | string
  | { readonly rows: readonly (readonly [string, string])[] }
  | { readonly link: string; readonly label: string };

interface Letter {
  readonly subject: string;
  readonly name: string;
  readonly body: readonly Part[];
  readonly invitation?: Invitation;
}

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly invitation?: Invitation;
}

const classRows = ({ organization, code, train, startTime, place }: ClassFacts) =>
  [
    ['會別', organization],
    ['課程代碼', code],
    ['訓練項目', train],
    ['開課日期', startTime],
    ['上課地點', place],
  ] as const;

const asText = (part: Part): string => {
  if (typeof part === 'string') return part;
  if ('rows' in part) return part.rows.map(([term, value]) => `${term}：${value}`).join('\n');
  return `${part.label}：\n${part.link}`;
};

const recordsUrl = (publicUrl: string): string => `${publicUrl}/Auth/PayRecord`;

const toRecords = (publicUrl: string): Part => ({
  link: recordsUrl(publicUrl),
  label: '查看報名繳費紀錄',
});

const calendarSentences = {
  confirmed: '隨信附上開課時間，可加入您的行事曆。',
  moved: '隨信附上新的開課時間，可更新您的行事曆。',
  cancelled: '隨信附上取消通知，可將課程自您的行事曆移除。',
};

/** The calendar file of a confirmed seat, and a sentence that mentions it. */
const forCalendar = (seat: ConfirmedSeat | undefined, opening: ClassFacts, publicUrl: string) => {
  if (!seat) return { sentences: [] };
  const { train, organization, place } = opening;
  const description = asText({ rows: classRows(opening) });
  const invitation = { ...seat, train, organization, place, description, url: recordsUrl(publicUrl) };
  return { sentences: [calendarSentences[seat.revision ?? 'confirmed']], invitation };
};

const afterReview = (toPay = true): string =>
  `這封信不代表已完成報名，須待報名資格審查通過後，${toPay ? '才能繳費' : '才算完成報名'}。`;

/**
 * The next step after a payment was not found: report again, or if a manager reported, ask them before paying a second
 * time.
 */
const notReceived = ({ person, group }: MailTemplate['payment_rejected']): string => {
  if (person === null && group) {
    return `您由團體「${group}」報名，我們未能確認收到該團體管理員為您回報的款項，請先與管理員確認，以免重複繳費。`;
  }
  const money = person === null ? '您的款項' : `您為${person ? `「${person}」` : '團體成員'}繳納的款項`;
  return `我們未能確認收到${money}，請確認匯款資料後，至「學員中心 > 報名繳費紀錄」重新回報繳費。`;
};

const refundSentence = (refund: number, paymentConfirmed: boolean): string =>
  paymentConfirmed
    ? `您已繳納的 ${refund} 元將辦理退費，主辦分會將另行與您聯繫。`
    : `您回報的 ${refund} 元如已匯款，主辦分會將於確認收到款項後辦理退費，並另行與您聯繫。`;

const differenceSentences = ({ toPay, owed, refund }: { toPay: boolean; owed: number; refund: number }) => [
  ...(toPay ? ['此課程須繳費，請於繳費期限內完成繳費，並至「學員中心 > 報名繳費紀錄」回報繳費。'] : []),
  ...(owed > 0 ? [`兩班費用不同，您尚須補繳 ${owed} 元，主辦分會將另行與您聯繫。`] : []),
  ...(refund > 0 ? [`兩班費用不同，將退還您差額 ${refund} 元，主辦分會將另行與您聯繫。`] : []),
];

const managerNamed = (manager: string): string => (manager ? `管理員「${manager}」` : '團體管理員');

const letters: { [T in keyof MailTemplate]: (data: MailTemplate[T], publicUrl: string) => Letter } = {
  registered: ({ name }, publicUrl) => ({
    subject: '加入學員成功',
    name,
    body: [
      '您已成功加入學員。日後請以您的身分證字號、護照號碼或居留證號登入，即可報名課程、查詢報名繳費紀錄。',
      { link: `${publicUrl}/ClassInfo`, label: '查看開課資訊' },
    ],
  }),
  email_confirmation: ({ name }, publicUrl) => ({
    subject: '請確認您的電子信箱',
    name,
    body: ['我們收到您確認電子信箱的申請。', { link: `${publicUrl}/ClassInfo`, label: '確認電子信箱' }],
  }),
  enrolled: ({ name, toPay, ...opening }, publicUrl) => ({
    subject: `已收到您的報名：${opening.train}`,
    name,
    body: [
      `我們已收到您的報名，目前資格審查中。${afterReview(toPay)}`,
      { rows: classRows(opening) },
      toRecords(publicUrl),
    ],
  }),
  group_enrolled: ({ name, group, toPay, ...opening }, publicUrl) => ({
    subject: `您已由團體「${group}」報名：${opening.train}`,
    name,
    body: [
      `您已由團體「${group}」報名，目前資格審查中。${afterReview(toPay)}`,
      { rows: classRows(opening) },
      toRecords(publicUrl),
    ],
  }),
  group_cancelled: ({ name, group, ...opening }, publicUrl) => ({
    subject: `團體「${group}」已取消您的報名：${opening.train}`,
    name,
    body: [
      `團體「${group}」的管理員已取消您在以下課程的報名，您的名額已釋出。若您已匯款或有疑問，請洽該團體管理員。`,
      { rows: classRows(opening) },
      toRecords(publicUrl),
    ],
  }),
  approved: ({ name, toPay, group, seat, ...opening }, publicUrl) => {
    const { sentences, ...calendar } = forCalendar(seat, opening, publicUrl);
    return {
      subject: `報名資格審查通過：${opening.train}`,
      name,
      body: [
        toPay
          ? '您的報名資格已審查通過，請於繳費期限內完成繳費，並至「學員中心 > 報名繳費紀錄」回報繳費。待確認收到款項後，才算完成報名。'
          : '您的報名資格已審查通過，本課程無須繳費，您已完成報名。',
        ...(toPay && group
          ? [`您由團體「${group}」報名，可由該團體管理員統一繳費並回報，請先與管理員確認，以免重複繳費。`]
          : []),
        { rows: classRows(opening) },
        ...sentences,
        toRecords(publicUrl),
      ],
      ...calendar,
    };
  },
  refused: ({ name, reason, ...opening }, publicUrl) => ({
    subject: `報名資格審查未通過：${opening.train}`,
    name,
    body: [
      '您的報名經審查資格不符，未能為您保留名額。若有疑問，請洽主辦分會。',
      { rows: [['原因', reason], ...classRows(opening)] },
      toRecords(publicUrl),
    ],
  }),
  reopened: ({ name, toPay, ...opening }, publicUrl) => ({
    subject: `您的報名將重新審查：${opening.train}`,
    name,
    body: [
      `您的報名將重新審查，名額已再次為您保留，目前資格審查中。${afterReview(toPay)}`,
      { rows: classRows(opening) },
      toRecords(publicUrl),
    ],
  }),
  cancelled_by_staff: ({ name, reason, refund, paymentConfirmed, seat, ...opening }, publicUrl) => {
    const { sentences, ...calendar } = forCalendar(seat, opening, publicUrl);
    return {
      subject: `主辦分會已取消您的報名：${opening.train}`,
      name,
      body: [
        '主辦分會已取消您在以下課程的報名，您的名額已釋出。若有疑問，請洽主辦分會。',
        ...(refund > 0 ? [refundSentence(refund, paymentConfirmed)] : []),
        { rows: [['原因', reason], ...classRows(opening)] },
        ...sentences,
        toRecords(publicUrl),
      ],
      ...calendar,
    };
  },
  moved: ({ name, former, reason, toPay, owed, refund, seat, ...opening }, publicUrl) => {
    const { sentences, ...calendar } = forCalendar(seat, opening, publicUrl);
    return {
      subject: `您的報名已轉班：${opening.train}`,
      name,
      body: [
        '主辦分會已將您的報名轉至以下課程，請留意開課日期與上課地點。若有疑問，請洽主辦分會。',
        ...differenceSentences({ toPay, owed, refund }),
        {
          rows: [
            ['原課程代碼', former],
            ...(reason ? [['原因', reason] as const] : []),
            ...classRows(opening),
          ],
        },
        ...sentences,
        toRecords(publicUrl),
      ],
      ...calendar,
    };
  },
  payment_confirmed: ({ name, seat, ...opening }, publicUrl) => {
    const { sentences, ...calendar } = forCalendar(seat, opening, publicUrl);
    return {
      subject: `已確認收到款項：${opening.train}`,
      name,
      body: [
        '我們已確認收到款項，您已完成報名，請準時上課。',
        { rows: classRows(opening) },
        ...sentences,
        toRecords(publicUrl),
      ],
      ...calendar,
    };
  },
  payment_rejected: (rejected, publicUrl) => ({
    subject: `繳費回報未通過審查：${rejected.train}`,
    name: rejected.name,
    body: [
      notReceived(rejected),
      { rows: [['原因', rejected.reason], ...classRows(rejected)] },
      toRecords(publicUrl),
    ],
  }),
  password_reset: ({ name, minutes, secret: { token } }, publicUrl) => ({
    subject: '密碼重設通知',
    name,
    body: [
      `我們收到您重設密碼的申請，請於 ${minutes} 分鐘內點選下列連結設定新密碼：`,
      { link: `${publicUrl}/ForgetPassword?token=${token}`, label: '設定新密碼' },
      '若您未提出此申請，請忽略本信。',
    ],
  }),
  password_changed: ({ name, time }, publicUrl) => ({
    subject: '密碼變更通知',
    name,
    body: [
      `您的密碼已於 ${time} 變更，其他裝置上的登入均已結束。`,
      '若您未變更密碼，請儘速重設密碼，並洽所屬分會管理人員。',
      { link: `${publicUrl}/ForgetPassword`, label: '忘記密碼' },
    ],
  }),
  password_code: ({ name, minutes, secret: { code } }) => ({
    subject: '設定密碼驗證碼',
    name,
    body: [
      `請於 ${minutes} 分鐘內，在「學員中心 > 個人資料編輯 > 變更密碼」輸入下列驗證碼，以設定您的新密碼：`,
      { rows: [['驗證碼', code]] },
      '請勿將驗證碼告訴任何人，本網站人員也不會向您詢問。若您未提出此申請，表示有人以您的出生年月日登入，請洽所屬分會管理人員。',
    ],
  }),
  default_password_login: ({ name, time }, publicUrl) => ({
    subject: '登入通知',
    name,
    body: [
      `有人於 ${time} 以您的帳號與舊系統的預設密碼（出生年月日）登入。`,
      '若是您本人，請儘速設定新密碼。若不是您本人，請立即以「忘記密碼」設定新密碼，並洽所屬分會管理人員。',
      { link: `${publicUrl}/ForgetPassword`, label: '忘記密碼' },
    ],
  }),
  first_password_set: ({ name, time }, publicUrl) => ({
    subject: '密碼設定通知',
    name,
    body: [
      `您的帳號已於 ${time} 設定新密碼，舊系統的預設密碼不再有效，其他裝置上的登入均已結束。`,
      '若您未設定密碼，請儘速以「忘記密碼」重設，並洽所屬分會管理人員。',
      { link: `${publicUrl}/ForgetPassword`, label: '忘記密碼' },
    ],
  }),
  contact_changed: ({ name, what, time, hours, secret }, publicUrl) => ({
    subject: '個人資料變更通知',
    name,
    body: [
      `您的${what}已於 ${time} 變更。若是您本人變更，請忽略本信。`,
      ...(secret
        ? [
            `若您未變更個人資料，請於 ${hours} 小時內點選下列連結復原，並設定新密碼；所有裝置的登入將隨即結束。`,
            { link: `${publicUrl}/UndoChange?token=${secret.token}`, label: '復原這次變更' },
            '本連結僅供您本人使用，請勿轉寄。',
          ]
        : [
            '若您未變更個人資料，請儘速變更密碼，並洽所屬分會管理人員。',
            { link: `${publicUrl}/Auth/Profile`, label: '個人資料編輯' },
          ]),
    ],
  }),
  contact_adopted: ({ time }, publicUrl) => ({
    subject: '電子郵件變更通知',
    name: '學員',
    body: [
      `有學員於 ${time} 將此電子郵件設為其帳號的聯絡信箱，日後的通知將寄送至此。`,
      '若您未在本網站設定此電子郵件，請忽略本信，或洽各分會管理人員。',
      { link: `${publicUrl}/Auth/Profile`, label: '個人資料編輯' },
    ],
  }),
  contact_restored: ({ name, what, time }, publicUrl) => ({
    subject: '個人資料復原通知',
    name,
    body: [
      `您帳號的${what}已於 ${time} 由原信箱的連結復原為變更前的內容，所有裝置的登入均已結束。`,
      '若您尚未設定新密碼，請由「忘記密碼」設定；若有疑問，請洽所屬分會管理人員。',
      { link: `${publicUrl}/ForgetPassword`, label: '忘記密碼' },
    ],
  }),
  erasure_requested: ({ name, time }, publicUrl) => ({
    subject: '已收到您的個人資料刪除申請',
    name,
    body: [
      `我們已於 ${time} 收到您刪除個人資料的申請，將由所屬分會承辦人審查，結果另行通知。審查前您可隨時撤回申請。`,
      '若您未提出此申請，請登入後撤回，並儘速變更密碼。',
      { link: `${publicUrl}/Auth/Profile`, label: '個人資料編輯' },
    ],
  }),
  erasure_withdrawn: ({ name, time }, publicUrl) => ({
    subject: '您的個人資料刪除申請已撤回',
    name,
    body: [
      `您刪除個人資料的申請已於 ${time} 撤回，您的資料維持不變。`,
      '若您未撤回此申請，請儘速變更密碼，並洽所屬分會管理人員。',
      { link: `${publicUrl}/Auth/Profile`, label: '個人資料編輯' },
    ],
  }),
  renewal_asked: ({ name, organization, number, certificate, start, end }, publicUrl) => ({
    subject: `已收到您的換證申請：${certificate}`,
    name,
    body: [
      '我們已收到您的換證申請，目前審查中。這封信不代表已完成換證，審查結果將另行寄信通知。',
      {
        rows: [
          ['會別', organization],
          ['證照編號', number],
          ['證照名稱', certificate],
          ['新證照效期起日', start],
          ['新證照效期迄日', end],
        ],
      },
      { link: `${publicUrl}/Auth/CertList`, label: '查看證照換證申請' },
    ],
  }),
  renewal_approved: ({ name, certificate, number, start, end }, publicUrl) => ({
    subject: `換證申請已通過：${certificate}`,
    name,
    body: [
      '您的換證申請已通過審查，以下是您的新證照資料。',
      {
        rows: [
          ['證照名稱', certificate],
          ['證照編號', number],
          ['新證照效期起日', start],
          ['新證照效期迄日', end],
        ],
      },
      { link: `${publicUrl}/Auth/CertList`, label: '查看證照換證申請' },
    ],
  }),
  renewal_refused: ({ name, certificate, number, reason }, publicUrl) => ({
    subject: `換證申請未通過：${certificate}`,
    name,
    body: [
      '您的換證申請未通過審查。原證照於到期日前仍然有效；在可換證期間內，您可以再次申請。',
      {
        rows: [
          ['證照編號', number],
          ['證照名稱', certificate],
          ['原因', reason],
        ],
      },
      { link: `${publicUrl}/Auth/CertList`, label: '查看證照換證申請' },
    ],
  }),
  group_added: ({ name, group, manager }, publicUrl) => ({
    subject: `您已加入團體：${group}`,
    name,
    body: [
      `${managerNamed(manager)}已將您加入團體「${group}」。團體管理員可查看您的個人資料，並可為您報名課程。`,
      '若您未同意加入此團體，請儘速變更密碼，並洽所屬分會管理人員。',
      { link: `${publicUrl}/Group`, label: '查看我所屬的團體' },
    ],
  }),
  group_removed: ({ name, group, manager }, publicUrl) => ({
    subject: `您已移出團體：${group}`,
    name,
    body: [
      `${managerNamed(manager)}已將您移出團體「${group}」。您先前由此團體報名的課程不受影響；若有疑問，請洽該團體管理員。`,
      toRecords(publicUrl),
    ],
  }),
  staff_invitation: ({ name, minutes, secret: { token } }, publicUrl) => ({
    subject: '後台帳號邀請',
    name,
    body: [
      `系統管理員邀請您使用後台，請於 ${minutes / 60} 小時內點選下列連結設定密碼：`,
      { link: `${publicUrl}/office/invitation#${token}`, label: '設定後台密碼' },
      '連結僅能使用一次，請勿轉寄。若您不認識寄件單位，請忽略本信。',
    ],
  }),
};

export const TEMPLATES: readonly string[] = Object.keys(letters);

/** Keeps line breaks as `<br>`, because some clients drop styles. */
const htmlLines = (value: string): string => escapeHtml(value).replace(/\r\n?|\n/g, '<br>');

const asHtml = (part: Part): string => {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if ('link' in part) {
    return `<p>${escapeHtml(part.label)}：<br><a href="${escapeHtml(part.link)}">${escapeHtml(part.link)}</a></p>`;
  }
  const rows = part.rows.map(
    ([term, value]) =>
      `<tr><th align="left" valign="top" style="white-space:nowrap">${escapeHtml(term)}</th><td>${htmlLines(value)}</td></tr>`,
  );
  return `<table cellpadding="6">${rows.join('')}</table>`;
};

const FAREWELL = '本信件由系統自動寄發，請勿直接回覆。';

const CONFIRM_HINT =
  '請點選信中的連結，以確認這是您的電子信箱；確認後，您才會收到其他通知信。若您未加入學員，請忽略本信。';

const confirmingLink = (part: Part, mailId: string): Part => {
  if (typeof part === 'string' || !('link' in part)) return part;
  const link = new URL(part.link);
  link.searchParams.set(MAIL_PARAMETER, mailId);
  return { ...part, link: link.href };
};

/** Leaves out text that the person entered. Each link identifies the mail that it was opened from. */
const forUnconfirmed = (letter: Letter, template: string, mailId: string): Letter => ({
  ...letter,
  name: '',
  body: [
    ...letter.body.map((part) => confirmingLink(part, mailId)),
    ...(URGENT.has(template) ? [] : [CONFIRM_HINT]),
  ],
});

const letterOf = ({ template, data }: Mail, publicUrl: string): Letter =>
  // `Mail` guarantees that template and data match; an indexed call cannot express that.
  (letters[template] as (data: unknown, publicUrl: string) => Letter)(data, publicUrl);

/**
 * The subject, text and HTML of a mail, with all values escaped. Links start with `publicUrl`. `confirms`: the mail's
 * id, if the mailbox is not confirmed.
 */
export const compose = (
  mail: Mail,
  publicUrl: string,
  { confirms }: { confirms?: string } = {},
): ComposedMail => {
  const plain = letterOf(mail, publicUrl);
  const letter = confirms ? forUnconfirmed(plain, mail.template, confirms) : plain;
  const greeting = letter.name ? `${letter.name} 您好：` : '您好：';
  const parts: Part[] = [greeting, ...letter.body, FAREWELL];
  const content = [...parts.map(asHtml), `<p>${PORTAL}</p>`].join('\n');
  return {
    subject: `【${PORTAL}】${letter.subject}`,
    text: `${[...parts.map(asText), PORTAL].join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="zh-Hant-TW"><body>\n${content}\n</body></html>\n`,
    ...(letter.invitation && { invitation: letter.invitation }),
  };
};
