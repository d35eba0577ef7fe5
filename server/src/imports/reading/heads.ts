import { type FieldOf, fieldsOf, type ImportKind } from '@portal/contract/office/imports';

/* Pure. The heads of columns in files of other systems. */

type Patterns<K extends ImportKind> = Readonly<Record<FieldOf<K>, RegExp>>;

const ofMember = {
  role: /^(身[分份]|角色|職[務稱])$|^role$/i,
  identity: /身[分份]證|居留證|統一證號|護照|^(證號|證件號碼|id(no|number)?)$/i,
  chineseName: /姓名|^name$/i,
  birthday: /生日|出生|^birth/i,
} as const;

/** The label of a field is tried first, then its pattern. Fields take columns in this order. */
const patterns: { readonly [K in ImportKind]: Patterns<K> } = {
  people: {
    identity: /身[分份]證|居留證|統一證號|護照|^(證號|證件號碼|id(no|number)?)$/i,
    englishName: /英文姓?名|^english/i,
    chineseName: /^(學員|中文|會員)?(姓名|名字)$|^name$/i,
    birthday: /生日|出生|^birth/i,
    sex: /^性別|^(sex|gender)$/i,
    organization: /會別|分會|所屬(單位)?$|協會/,
    email: /電子(郵件|信箱|郵箱)|^e-?mail/i,
    cellPhone: /行動|手機|^(mobile|cell)/i,
    homePhone: /(住家|家用|家裡|宅|聯絡).*電話|^電話(號碼)?$|^(tel|phone)$/i,
    companyPhone: /(公司|辦公|工作).*電話/,
    city: /^(縣市|居住縣市|城市)(別)?$|^city$/i,
    area: /^(鄉鎮市?區|區域|行政區|鄉鎮)$/,
    addressCode: /郵遞區號|^zip/i,
    address: /地址|住址|街道|^address$/i,
    employer: /(服務|任職|工作)(單位|公司|機構)|^(公司|單位)(名稱)?$/,
    career: /職業|行業/,
    educationStatus: /就學|畢肄業|學歷狀[況態]/,
    education: /學歷|教育程度/,
    school: /學校|畢業院校/,
    department: /科系|系所/,
  },
  certificates: {
    identity: /身[分份]證|居留證|統一證號|護照|^(證號|證件號碼|id(no|number)?)$/i,
    number: /(證書|證照|結業|合格)?(字號|編號|號碼)$|證書號/,
    course: /訓練項目|課程|證照(種類|名稱|類別)|班別/,
    organization: /會別|分會|發證(單位|機關)|核發單位/,
    issuedOn: /(核發|發證|生效|取得|結業)日/,
    endTime: /有效(期限|日期|期間)|到期|效期|迄日/,
    chineseName: /姓名|^name$/i,
  },
  groups: {
    group: /團體(名稱)?$|^(單位|公司|機構)(名稱)?$|^group(name)?$/i,
    code: /(團體|單位|公司)(代碼|代號|編號)|統一編號|統編|^code$/i,
    organization: /會別|分會|協會/,
    ...ofMember,
  },
  members: ofMember,
  classes: {
    course: /訓練項目|課程(名稱|項目)|^課程$|班別名稱|訓練種類/,
    organization: /會別|分會|主辦|辦理單位/,
    startOn: /開(課|訓|班)日|(起|開始)日|訓練日期|上課日期/,
    endOn: /結(訓|業|束)日|(迄|訖)日/,
    code: /(課程|班別|班級|梯次|期別)(代碼|代號|編號)?$|^期別$/,
    hours: /時數|小時/,
    place: /地點|場地|地址/,
    identity: ofMember.identity,
    chineseName: ofMember.chineseName,
    birthday: ofMember.birthday,
    result: /結果|是否(合格|及格|通過)|合格/,
    written: /學科/,
    practical: /術科/,
    score: /成績|分數|^score$/i,
    attendance: /出席|到課|出缺/,
    number: /(證書|證照|結業)?(字號|證書編號)$|證書號/,
    issuedOn: /(核發|發證)日/,
    endTime: /有效(期限|日期)|到期|效期/,
  },
};

/** Removes spaces, marks and what stands in brackets. */
const plain = (cell: string): string =>
  cell
    .normalize('NFKC')
    .replace(/\(.*?\)|【|】|\[|\]/g, '')
    .replace(/[\s*:：＊_]/g, '');

/** The column of each field whose head is known. */
export const columnsByHead = (kind: ImportKind, head: readonly string[]): Record<string, number> => {
  const names = head.map(plain);
  const columns: Record<string, number> = {};
  const taken = new Set<number>();
  const take = (field: string, at: number) => {
    if (at === -1 || columns[field] !== undefined) return;
    columns[field] = at;
    taken.add(at);
  };
  const fields = Object.entries(patterns[kind]);
  for (const [field] of fields)
    take(
      field,
      names.findIndex((name, at) => !taken.has(at) && name === plain(fieldsOf(kind)[field]?.label ?? '')),
    );
  for (const [field, pattern] of fields)
    take(
      field,
      names.findIndex((name, at) => !taken.has(at) && name !== '' && pattern.test(name)),
    );
  return columns;
};

const HEAD_ROWS = 30;

/** The row, from 0, with the most known heads; -1 if none has two. */
export const findHead = (kind: ImportKind, rows: readonly (readonly string[])[]): number => {
  const scores = rows.slice(0, HEAD_ROWS).map((row) => Object.keys(columnsByHead(kind, row)).length);
  const best = Math.max(0, ...scores);
  return best < 2 ? -1 : scores.indexOf(best);
};
