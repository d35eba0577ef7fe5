import { minguo } from '@portal/contract/dates';
import {
  type GroupCertificates,
  type Held,
  heldStateNames,
  type NeededKind,
} from '@portal/contract/group-certificates';
import type { PaperOrder } from '../../papers/render-paper.ts';
import type { Cell } from '../../platform/files/export.ts';

/* Today's state of a group as XLSX and as a paper for an inspector. */

const roleName = ({ manager }: { manager: boolean }): string => (manager ? '管理員' : '成員');

/** Empty if nothing is under way. */
const underWayText = ({ enrolled_from, renewal_asked }: Held, dayText: (day: string) => string): string =>
  [enrolled_from && `已報名（${dayText(enrolled_from)} 起上課）`, renewal_asked && '已申請換證']
    .filter(Boolean)
    .join('、');

const shortText = ({ short }: NeededKind): string => (short === 0 ? '足夠' : `不足 ${short} 人`);

const sameDay = (day: string): string => day;

export const sheetHeads = ({ kinds }: GroupCertificates): string[] => [
  '姓名',
  '身分',
  ...kinds.flatMap(({ name }) => [name, `${name} 到期日`, `${name} 辦理中`]),
];

export const sheetWidths = ({ kinds }: GroupCertificates): number[] => [
  ...[16, 10],
  ...kinds.flatMap(() => [14, 14, 26]),
];

export const sheetRows = ({ group, kinds, people }: GroupCertificates, day: string): Cell[][] => {
  const total = (label: string, cell: (kind: NeededKind) => Cell): Cell[] => [
    label,
    null,
    ...kinds.flatMap((kind) => [cell(kind), null, null]),
  ];
  return [
    ...people.map((person) => [
      person.name,
      roleName(person),
      ...person.held.flatMap((held) => [
        heldStateNames[held.state],
        held.until,
        underWayText(held, sameDay) || null,
      ]),
    ]),
    total('所需人數', ({ count }) => count),
    total('有效人數', ({ valid }) => valid),
    total('其中 90 天內到期', ({ ending }) => ending),
    total('結果', shortText),
    ['團體', group.name],
    ['日期', day],
  ];
};

/** `115.12.01` */
const minguoShort = (day: string): string => {
  const [year = '', month, date] = day.split('-');
  return `${Number(year) - 1911}.${month}.${date}`;
};

const paperCell = (held: Held): string =>
  [
    heldStateNames[held.state],
    held.until &&
      (held.state === 'expired' ? `${minguoShort(held.until)} 到期` : `至 ${minguoShort(held.until)}`),
    underWayText(held, minguoShort),
  ]
    .filter(Boolean)
    .join('\n');

/** Columns of kinds that a page across has space for. */
const KINDS_PER_TABLE = 7;

export const orderTodaysPaper = (shown: GroupCertificates, day: string): PaperOrder => {
  const { group, kinds, people } = shown;
  const blocks = Array.from({ length: Math.ceil(kinds.length / KINDS_PER_TABLE) }, (_, at) => {
    const [from, to] = [at * KINDS_PER_TABLE, (at + 1) * KINDS_PER_TABLE];
    return {
      heads: ['序', '姓名', ...kinds.slice(from, to).map(({ name }) => name)],
      rows: people.map(({ name, held }, n) => [`${n + 1}`, name, ...held.slice(from, to).map(paperCell)]),
    };
  });
  const title = '團體證照持有情形';
  const data = {
    ...{ organization: group.name, title, continued: `${title}（續）　${group.name}` },
    footer: `列印日期：${minguo(day)}`,
    page: '第 {n} 頁，共 {all} 頁',
    lost: '〓 為字型所缺的字（{codes}），請以手寫補上',
    facts: [
      ['資料日期', minguo(day)],
      ['人數', `${people.length} 人`],
    ],
    summary: {
      heads: ['證照種類', '所需人數', '有效人數', '其中 90 天內到期', '辦理中', '結果'],
      rows: kinds.map((kind) => [
        kind.name,
        ...[kind.count, kind.valid, kind.ending, kind.under_way].map(String),
        shortText(kind),
      ]),
    },
    blocks,
  };
  return { template: 'group-certificates', data };
};
