import type { TwinSign } from '@portal/contract/office/person-twins';

const signs: Readonly<Record<TwinSign, string>> = {
  name_birthday: '姓名與出生日期相同',
  phone: '行動電話相同',
  email: '電子信箱相同',
  number: '其中一筆曾用另一筆的證號',
};

export const personTwinsText = {
  open: '疑似同一人',
  title: '疑似同一人的學員',
  caption: '疑似同一人的兩筆學員資料',
  empty: '沒有待確認的資料',
  lead: '系統依姓名、出生日期、電話、信箱與曾用證號找出可能重複的兩筆資料，不會自行合併。家人與同事常共用電話或信箱，因此另須姓名或出生日期相同才會列出。',
  imports: '匯入檔案時略過的疑似重複列，請見',
  importsLink: '資料匯入',
  state: '狀態',
  states: { open: '待確認', dismissed: '已排除' },
  columns: {
    first: '學員',
    second: '另一筆',
    signs: '相同之處',
    organization: '會別',
    found: '發現時間',
    act: '處理',
  },
  signs: (found: readonly TwinSign[]) => found.map((sign) => signs[sign]).join('、'),
  none: '－',
  compare: '比對',
  compareLabel: (first: string, second: string) => `比對 ${first} 與 ${second}`,
  dismissed: (at: string, by: string, reason: string) => `${at} ${by}：${reason}`,
  dismiss: {
    open: '不是同一人',
    label: (first: string, second: string) => `${first} 與 ${second} 不是同一人`,
    lead: (first: string, second: string) => `「${first}」與「${second}」將不再列為待確認。`,
    reason: '如何確認',
    sending: '儲存中…',
    done: '已排除',
  },
  reopen: { open: '重新列為待確認', done: '已重新列為待確認' },
} as const;
