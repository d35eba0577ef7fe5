import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { type Rule, withRules } from '../fields.ts';
import type { Right } from '../rights.ts';
import { StartedJob } from './jobs.ts';
import { exportFields, InOrganization } from './list.ts';

/* 報表: counts of the rows of a list, by month, organisation or course. */

interface Report {
  readonly name: string;
  /** The right to read the rows that are counted. */
  readonly right: Right;
  /** The date by which rows are counted in months. */
  readonly month: string;
  readonly by: readonly Dimension[];
  readonly columns: readonly string[];
  /** The position of the column with an amount in New Taiwan dollars. */
  readonly money?: number;
  /** The drawings, by the positions of the columns that each stacks. */
  readonly drawings: readonly (readonly [number, ...number[]])[];
  /** Counts what is to come. */
  readonly ahead?: true;
}

const dimensions = ['month', 'organization', 'course'] as const;
export type Dimension = (typeof dimensions)[number];

export const dimensionNames: Readonly<Record<Dimension, string>> = {
  month: '月份',
  organization: '會別',
  course: '訓練項目',
};

/** The first column counts the rows. */
export const reports = {
  registrations: {
    name: '報名與成績',
    right: 'registration.read',
    month: '報名月份',
    by: ['month', 'organization', 'course'],
    columns: ['報名', '報名完成', '已取消', '合格', '不合格'],
    drawings: [[0], [3, 4]],
  },
  payments: {
    name: '繳費',
    right: 'payment.read',
    month: '確認收款月份',
    by: ['month', 'organization'],
    columns: ['收款筆數', '金額（元）'],
    money: 1,
    drawings: [[1], [0]],
  },
  certificates: {
    name: '證照',
    right: 'certificate.read',
    month: '發證月份',
    by: ['month', 'organization', 'course'],
    columns: ['發證', '目前有效', '已撤銷'],
    drawings: [[0]],
  },
  expiries: {
    name: '證照到期',
    right: 'certificate.read',
    month: '到期月份',
    by: ['month', 'organization', 'course'],
    columns: ['到期', '已換證', '尚未換證'],
    drawings: [[1, 2]],
    ahead: true,
  },
  people: {
    name: '學員',
    right: 'person.read',
    month: '建立帳號月份',
    by: ['month', 'organization'],
    columns: ['新學員', '資料完整'],
    drawings: [[0]],
  },
} as const satisfies Record<string, Report>;

export type ReportSubject = keyof typeof reports;
export const reportSubjects = Object.keys(reports) as [ReportSubject, ...ReportSubject[]];

export const reportOf = (subject: ReportSubject): Report => reports[subject];

/** The subjects whose rows can be exported. */
export const exportedSubjects = ['registrations', 'payments', 'certificates'] as const;
export type ExportedSubject = (typeof exportedSubjects)[number];

/** Months. */
const MAX_PERIOD = 36;

const wrong = { error: '查詢條件不正確' };
const month = z.string(wrong).check(z.regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/, { error: '月份不正確' }));

const monthsFrom = (from: string, until: string): number => {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
  const [untilYear = 0, untilMonth = 0] = until.split('-').map(Number);
  return (untilYear - fromYear) * 12 + untilMonth - fromMonth + 1;
};

export const monthsBetween = (from: string, until: string): string[] =>
  Array.from({ length: Math.max(monthsFrom(from, until), 0) }, (_, at) => {
    const [year = 0, first = 1] = from.split('-').map(Number);
    const date = new Date(Date.UTC(year, first - 1 + at, 1));
    return date.toISOString().slice(0, 7);
  });

const Asked = {
  subject: z.enum(reportSubjects, wrong),
  from: month,
  until: month,
  ...InOrganization,
};

interface Period {
  from: string;
  until: string;
}

const isPeriod: Rule<Period> = {
  needs: ['from', 'until'],
  faults: ({ from, until }) => {
    const count = monthsFrom(from, until);
    if (count < 1) return [{ field: 'until', text: '結束月份不得早於開始月份' }];
    return count > MAX_PERIOD ? [{ field: 'from', text: `期間以 ${MAX_PERIOD} 個月為限` }] : [];
  },
};

const ReportRow = z.object({
  key: z.string(),
  label: z.string(),
  /** The numbers in the order of the columns. */
  numbers: z.array(z.int()),
  /** The filter of the list that shows the rows; null without such a list. */
  filter: z.nullable(z.record(z.string(), z.string())),
});
export type ReportRow = z.infer<typeof ReportRow>;

export const ReportTable = z.object({ rows: z.array(ReportRow), totals: z.array(z.int()) });
export type ReportTable = z.infer<typeof ReportTable>;

export const reportTable = endpoint({
  method: 'GET',
  path: '/api/office/reports',
  access: 'report.read',
  summary:
    '報表：期間內報名與成績、繳費、證照、證照到期或學員的件數，依月份、會別或訓練項目；另須具備查看該列表的權限',
  query: z.object({ ...Asked, by: z.enum(dimensions, wrong) }).check(withRules<Period>([isPeriod])),
  answer: ReportTable,
  refusals: ['report_dimension'],
});

export const exportReport = endpoint({
  method: 'POST',
  path: '/api/office/reports/export',
  access: 'export.list',
  summary: '將報表期間內的明細製成 Excel 或 CSV，證號皆遮蔽；以背景作業進行，保留 24 小時，並留下紀錄',
  body: z
    .object({ ...Asked, subject: z.enum(exportedSubjects, wrong), ...exportFields })
    .check(withRules<Period>([isPeriod])),
  idempotencyField: 'form',
  answerStatus: 202,
  answer: StartedJob,
  refusals: [],
});
