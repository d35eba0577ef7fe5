import { fieldsOf, type ImportKind } from '@portal/contract/office/imports';

const REQUIRED_SIGN = '＊';

/** Required columns are marked. */
export const templateHeads = (kind: ImportKind): string[] =>
  Object.values(fieldsOf(kind)).map(({ label, required }) => (required ? `${label}${REQUIRED_SIGN}` : label));

/** Invented people. */
const examples: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  people: [
    [
      ...['A123456789', '王小明', '1990-05-14', '', '男', '臺北市分會', 'ming@example.com', '0912-345678'],
      ...['02-23456789', '', '臺北市', '中正區', '100', '重慶南路一段 122 號', '安全工程公司', '營造業'],
      ...['大學', '畢業', '範例大學', '土木工程學系'],
    ],
    [
      ...['AC01234568', '阮氏花', '民國84年3月2日', 'NGUYEN THI HOA', '女', '', '', '0987-654321'],
      ...['', '', '', '', '', '', '', '', '', '', '', ''],
    ],
  ],
  certificates: [
    ['A123456789', '北市訓字第 1090123 號', '急救人員', '臺北市分會', '2024-05-14', '2027-05-13', '王小明'],
    ['AC01234568', '北市訓字第 1090124 號', '急救人員', '臺北市分會', '民國113年5月14日', '', '阮氏花'],
  ],
  groups: [
    ['安全工程公司', 'SAFE-01', '臺北市分會', '管理員', 'A123456789', '王小明', ''],
    ['安全工程公司', 'SAFE-01', '臺北市分會', '成員', '', '阮氏花', '民國84年3月2日'],
  ],
  members: [
    ['管理員', 'A123456789', '王小明', ''],
    ['成員', '', '阮氏花', '民國84年3月2日'],
  ],
  classes: [
    [
      ...['急救人員', '臺北市分會', '2024-05-13', '2024-05-14', 'FA-113-01', '16', '臺北市訓練教室'],
      ...['A123456789', '王小明', '', '合格', '', '85', '90', '16 小時'],
      ...['北市訓字第 1130123 號', '2024-05-14', ''],
    ],
    [
      ...['急救人員', '臺北市分會', '2024-05-13', '2024-05-14', 'FA-113-01', '16', '臺北市訓練教室'],
      ...['', '阮氏花', '民國84年3月2日', '不合格', '', '50', '60', '8 小時', '', '', ''],
    ],
  ],
};

export const templateRows = (kind: ImportKind, example: boolean): readonly (readonly string[])[] =>
  example ? examples[kind] : [];
