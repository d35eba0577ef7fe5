import { minguo } from '@portal/contract/dates';
import type { RegisterRow } from '@portal/contract/office/certificate-register';
import { registerStateNames } from '@portal/contract/office/code-names';
import type { PaperOrder } from '../../papers/render-paper.ts';

/** The filter of the register, with names instead of ids. */
export interface NamedFilter {
  readonly search?: string | undefined;
  readonly class?: string | undefined;
  readonly state?: keyof typeof registerStateNames | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly kind: string | null;
  readonly organization: string | null;
}

interface Register {
  /** Empty until it is set. */
  readonly association: string;
  readonly filter: NamedFilter;
  readonly rows: readonly RegisterRow[];
  readonly day: string;
}

const ALL = '全部';

/** `115.12.01` */
const shortDay = (day: string): string => {
  const [year = '', month, date] = day.split('-');
  return `${Number(year) - 1911}.${month}.${date}`;
};

const periodOf = ({ from, until }: NamedFilter): string => {
  if (from === undefined && until === undefined) return ALL;
  return `${from === undefined ? '' : `${minguo(from)}起`}${until === undefined ? '' : `至${minguo(until)}止`}`;
};

const factsOf = ({ filter, rows, day }: Register): (readonly [string, string])[] => [
  ['證照種類', filter.kind ?? ALL],
  ['發證期間', periodOf(filter)],
  ['課程代碼', filter.class ?? ALL],
  ['狀態', filter.state === undefined ? ALL : registerStateNames[filter.state]],
  ...(filter.search ? [['查詢條件', filter.search] as const] : []),
  ['製表日期', minguo(day)],
  ['筆數', `${rows.length} 筆`],
];

const heads = [
  ...['序', '證書字號', '證照編號', '姓名', '證號', '證照'],
  ...['課程代碼', '會別', '發證日期', '有效期限', '狀態'],
];

const cellsOf = (row: RegisterRow, at: number): string[] => [
  ...[`${at + 1}`, row.registerNumber ?? '', row.number, row.name, row.identity, row.kind],
  ...[row.classCode ?? '', row.organization, shortDay(row.issuedOn), shortDay(row.endTime)],
  registerStateNames[row.state],
];

/** The register as a paper across, for the authorities. */
export const orderRegisterPaper = (register: Register): PaperOrder => {
  const { association, filter, rows, day } = register;
  const title = '證照清冊';
  const data = {
    organization: [association, filter.organization ?? '各會別'].filter(Boolean).join('　'),
    ...{ title, continued: `${title}（續）`, facts: factsOf(register) },
    footer: `製表日期：${minguo(day)}`,
    page: '第 {n} 頁，共 {all} 頁',
    lost: '〓 為字型所缺的字（{codes}），請以手寫補上',
    heads,
    rows: rows.map(cellsOf),
  };
  return { template: 'register', data };
};
