import { defineLetter } from '../mail/letters.ts';

export const staffInvitationLetter = defineLetter<{
  name: string;
  minutes: number;
  secret: { token: string };
  /** The name of the person who requested a new password for an account in use. */
  renewedBy?: string;
}>(
  'staff_invitation',
  ({ name, minutes, renewedBy, secret: { token } }, publicUrl) => ({
    subject: renewedBy ? '後台密碼重設' : '後台帳號邀請',
    name,
    body: [
      renewedBy
        ? `${renewedBy}為您的後台帳號產生了設定新密碼的連結，請於 ${minutes / 60} 小時內點選：`
        : `系統管理員邀請您使用後台，請於 ${minutes / 60} 小時內點選下列連結設定密碼：`,
      { link: `${publicUrl}/office/staff/invitation#${token}`, label: '設定後台密碼' },
      renewedBy
        ? '連結僅能使用一次，請勿轉寄；原有的密碼在您使用連結之前仍然有效，雙重驗證維持不變。若您未要求重設，請勿使用此連結，並通知其他系統管理員。'
        : '連結僅能使用一次，請勿轉寄。若您不認識寄件單位，請忽略本信。',
    ],
  }),
  { urgent: true },
);

export const staffPasswordResetLetter = defineLetter<{
  name: string;
  minutes: number;
  secret: { token: string };
}>(
  'staff_password_reset',
  ({ name, minutes, secret: { token } }, publicUrl) => ({
    subject: '設定後台的新密碼',
    name,
    body: [
      `我們收到為您的後台帳號設定新密碼的要求，請於 ${minutes} 分鐘內點選：`,
      { link: `${publicUrl}/office/staff/new-password#${token}`, label: '設定後台密碼' },
      '連結僅能使用一次，請勿轉寄；原有的密碼在您使用連結之前仍然有效，雙重驗證維持不變。若您未提出要求，請忽略本信。',
    ],
  }),
  { urgent: true },
);

const guessedTexts = {
  password: [
    '有人連續以錯誤的密碼嘗試登入您的後台帳號',
    '您的帳號仍然安全，您可由平常使用的地點照常登入。若密碼可能已為他人所知，請登入後台變更密碼。',
  ],
  code: [
    '有人以您的密碼登入後台，並連續輸入錯誤的驗證碼',
    '若非您本人，他人已知道您的密碼，請儘速登入後台變更密碼，並通知系統管理員。',
  ],
} as const;

export const staffGuessingLetter = defineLetter<{
  name: string;
  guessed: keyof typeof guessedTexts;
  failures: number;
}>(
  'staff_guessing',
  ({ name, guessed, failures }, publicUrl) => {
    const [event, advice] = guessedTexts[guessed];
    return {
      subject: '後台帳號登入失敗通知',
      name,
      body: [
        `${event}，一小時內已達 ${failures} 次。`,
        advice,
        { link: `${publicUrl}/office/staff/account`, label: '我的後台帳號' },
      ],
    };
  },
  { urgent: true },
);

const accountActs = {
  renew_link: '產生設定新密碼的連結，連結已寄至帳號本人的電子信箱',
  set_password: '以信件中的連結設定新密碼',
  reset_password: '忘記密碼，以信件中的連結設定新密碼；所有登入已結束',
  change_roles: '變更角色',
  ask_factor_reset: '要求移除雙重驗證',
  reset_second_factor: '移除雙重驗證並結束所有登入',
  keep_second_factor: '取消移除雙重驗證的要求',
} as const;

export type AccountAct = keyof typeof accountActs;

/** Goes to the owner of the account and to all administrators. `due`: when the asked removal happens. */
export const staffAccountLetter = defineLetter<{
  name: string;
  act: AccountAct;
  owner: string;
  email: string;
  by: string;
  time: string;
  due?: string;
}>(
  'staff_account',
  ({ name, act, owner, email, by, time, due }, publicUrl) => ({
    subject: '後台帳號變更通知',
    name,
    body: [
      {
        rows: [
          ['帳號', `${owner}（${email}）`],
          ['變更', accountActs[act]],
          ['操作人員', by],
          ['時間', time],
          ...(due ? [['生效時間', due] as const] : []),
        ],
      },
      ...(due ? ['帳號本人以雙重驗證登入或再次驗證，或系統管理員在生效前取消，雙重驗證即維持不變。'] : []),
      '若您認為這項變更有異，請儘速登入後台查看，並通知其他系統管理員。',
      { link: `${publicUrl}/office`, label: '前往後台' },
    ],
  }),
  { urgent: true },
);

export const identityBudgetSpentLetter = defineLetter<{ staff: string; staffId: number; looks: number }>(
  'identity_budget_spent',
  ({ staff, staffId, looks }, publicUrl) => ({
    subject: `請覆核完整證號的調閱：${staff}`,
    name: '系統管理員',
    body: [
      `${staff} 一小時內已調閱 ${looks} 筆完整證號，並要求繼續調閱。系統已暫停其調閱與匯出完整證號，請查看其操作紀錄，確認均為公務所需後再恢復：`,
      { link: `${publicUrl}/office/staff/members/${staffId}`, label: '查看並覆核' },
      '若有疑慮，請先停用該帳號，並洽該人員確認。',
    ],
  }),
  { urgent: true },
);
