import type { Country } from '@portal/contract/country';

type Kind = Record<Country, string>;

const kinds: Kind = { local: '身分證字號', foreign: '護照號碼或居留證號' };

export const identifiersText = {
  title: '釋出證號',
  lead: '號碼被他人用來加入學員時，本人無法加入。分會核對本人的證件正本後，在此釋出號碼。',
  number: '身分證字號、護照號碼或居留證號',
  numberHint: '請依本人的證件完整輸入',
  find: '搜尋',
  finding: '搜尋中…',
  none: '沒有學員帳號使用這個號碼，本人可以直接加入學員。',
  holder: '使用此號碼的帳號',
  name: '姓名',
  identity: '證號',
  organization: '會別',
  noOrganization: '未填',
  created: '加入時間',
  mailbox: '電子信箱',
  confirmed: '已確認',
  unconfirmed: '尚未確認',
  state: '帳號狀態',
  active: '使用中',
  suspended: '已停用',
  seats: '報名',
  seatCounts: (cancelled: number, kept: number) =>
    cancelled + kept === 0 ? '無' : `釋出時取消 ${cancelled} 筆，保留 ${kept} 筆`,
  imported:
    '此帳號由舊系統匯入，號碼為本人所有，不能釋出。本人無法登入時，請系統管理員依操作手冊重新開放預設密碼。',
  open: (country: Country) => `釋出${kinds[country]}`,
  really: {
    name: (name: string, identity: string) => `帳號「${name}」（${identity}）將：`,
    closed: '立即停用，所有登入與寄出的連結失效，且無法恢復',
    cancelled: (n: number) => `取消 ${n} 筆尚未繳費且未開課的報名，名額釋出`,
    kept: (n: number) => `保留 ${n} 筆已回報繳費、已繳費或已開課的報名，由承辦人員處理`,
    freed: '不再使用此號碼，本人可用它加入學員',
  },
  reason: '核對方式與原因',
  reasonHint: '例：本人持身分證正本至臺北市分會櫃台，照片與姓名相符。請勿填寫證號。',
  submit: '釋出號碼',
  sending: '釋出中…',
  done: '號碼已釋出，請本人加入學員。',
  kept: (id: number, n: number) => `停用的帳號（編號 ${id}）仍有 ${n} 筆報名，請承辦人員處理。`,
} as const;
