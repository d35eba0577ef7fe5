import { addDays } from '@portal/contract/dates';

/* Cases between a report and the bank's line for it, each with the expected matches. */

export interface CaseReport {
  readonly day: string;
  readonly digits: string;
  readonly money: number;
  readonly due: number;
  readonly name: string;
  readonly people: readonly string[];
  readonly classCode: string;
  readonly payer: string;
}

export interface CaseLine {
  readonly day: string;
  /** Below 0: money out. */
  readonly amount: number;
  /** The bank shows the whole number, or the end of it. */
  readonly account: string;
  readonly name: string;
  readonly memo: string;
}

/** Places in the lists of the case. */
export interface Case {
  readonly reports: readonly CaseReport[];
  readonly lines: readonly CaseLine[];
  readonly certain: readonly (readonly [line: number, report: number])[];
  /** The reports of the likeliest candidate. */
  readonly possible: readonly (readonly [line: number, reports: readonly number[]])[];
  readonly openLines: readonly number[];
  readonly openReports: readonly number[];
}

const families = '趙錢孫李周吳鄭王馮陳褚衛蔣沈韓楊朱秦尤許何呂施張孔曹嚴華金魏陶姜';
const given = '文海思明宇晴佳宏子軒品妍柏翰詠心冠廷雅筑書瑋以安承恩昱辰芷若可欣';
const FEES = [600, 1200, 1500, 3600, 4800];
const DAY = '2026-12-01';

/** Distinguishes the cases of a file. */
const personOf = (seed: number) => {
  const name = `${families[seed % families.length]}${given[(seed * 7) % given.length]}${given[(seed * 11 + 3) % given.length]}`;
  const digits = String(((seed * 7919 + 20_011) % 90_000) + 10_000);
  return { name, digits, due: FEES[seed % FEES.length] ?? 600 };
};

const reportOf = (seed: number, overrides: Partial<CaseReport> = {}): CaseReport => {
  const { name, digits, due } = personOf(seed);
  const plain = { day: addDays(DAY, seed % 20), digits, money: due, due, name, people: [name] };
  return { ...plain, classCode: `TPE-FA1-${100 + (seed % 50)}`, payer: `account ${seed}`, ...overrides };
};

const lineOf = (report: CaseReport, overrides: Partial<CaseLine> = {}): CaseLine => ({
  day: report.day,
  amount: report.due,
  account: `0095512345${report.digits}`,
  name: report.name,
  memo: '跨行轉入',
  ...overrides,
});

const nothing = { certain: [], possible: [], openLines: [], openReports: [] } as const;

/** Names that Big5 does not have whole: the bank writes `?`, or hides a character. */
const rareNames = ['王堃瑋', '陳喆宇', '游錫堃', '林峯安'];

type Make = (seed: number) => Case;

/** Every difficulty by its name. */
export const cases = {
  plain: (seed) => {
    const report = reportOf(seed);
    return { ...nothing, reports: [report], lines: [lineOf(report)], certain: [[0, 0]] };
  },
  twoDaysLater: (seed) => {
    const report = reportOf(seed);
    const line = lineOf(report, { day: addDays(report.day, 2) });
    return { ...nothing, reports: [report], lines: [line], certain: [[0, 0]] };
  },
  droppedZero: (seed) => {
    const report = reportOf(seed, { digits: `0${personOf(seed).digits.slice(1)}` });
    const line = lineOf(report, { account: report.digits.replace(/^0+/, '') });
    return { ...nothing, reports: [report], lines: [line], possible: [[0, [0]]] };
  },
  swappedDigits: (seed) => {
    const rest = personOf(seed).digits.slice(2);
    const report = reportOf(seed, { digits: `17${rest}` });
    const line = lineOf(report, { account: `009551234571${rest}` });
    return { ...nothing, reports: [report], lines: [line], possible: [[0, [0]]] };
  },
  severalPeople: (seed) => {
    const { digits, name, due } = personOf(seed);
    const shared = { digits, name, due, money: due * 3, payer: `account ${seed}` };
    const reports = [0, 1, 2].map((at) => reportOf(seed, { ...shared, people: [personOf(seed + at).name] }));
    const [first] = reports;
    if (!first) return nothing as never;
    return { ...nothing, reports, lines: [lineOf(first, { amount: due * 3 })], possible: [[0, [0, 1, 2]]] };
  },
  short: (seed) => {
    const report = reportOf(seed);
    const line = lineOf(report, { amount: report.due - 500 });
    return { ...nothing, reports: [report], lines: [line], possible: [[0, [0]]] };
  },
  over: (seed) => {
    const report = reportOf(seed);
    const line = lineOf(report, { amount: report.due + 100 });
    return { ...nothing, reports: [report], lines: [line], possible: [[0, [0]]] };
  },
  double: (seed) => {
    const report = reportOf(seed);
    const lines = [lineOf(report), lineOf(report, { day: addDays(report.day, 1) })];
    return {
      ...nothing,
      ...{ reports: [report], lines },
      possible: [
        [0, [0]],
        [1, [0]],
      ],
    };
  },
  cash: (seed) => {
    const report = reportOf(seed);
    const line = lineOf(report, { account: '', name: '', memo: `現金存入 ${report.name}` });
    return { ...nothing, reports: [report], lines: [line], possible: [[0, [0]]] };
  },
  sameAmountTwice: (seed) => {
    const { due } = personOf(seed);
    const reports = [
      reportOf(seed, { due, money: due }),
      reportOf(seed + 1, { due, money: due, day: reportOf(seed).day }),
    ];
    return {
      ...nothing,
      ...{ reports, lines: reports.map((report) => lineOf(report)) },
      certain: [
        [0, 0],
        [1, 1],
      ],
    };
  },
  rareName: (seed) => {
    const name = rareNames[seed % rareNames.length] ?? '';
    const report = reportOf(seed, { name, people: [name], digits: `0${personOf(seed).digits.slice(1)}` });
    const hidden = `${name.slice(0, 1)}?${name.slice(2)}`;
    const line = lineOf(report, { account: report.digits.slice(1), name: hidden });
    return { ...nothing, reports: [report], lines: [line], possible: [[0, [0]]] };
  },
  reversed: (seed) => {
    const report = reportOf(seed);
    const lines = [lineOf(report), lineOf(report, { amount: -report.due, memo: '沖正' })];
    return { ...nothing, reports: [report], lines, openReports: [0] };
  },
  feeDeducted: (seed) => {
    const report = reportOf(seed);
    const line = lineOf(report, { amount: report.due - 15 });
    return { ...nothing, reports: [report], lines: [line], possible: [[0, [0]]] };
  },
  interest: (seed) => ({
    ...nothing,
    reports: [],
    lines: [{ day: DAY, amount: 77 + seed, account: '', name: '', memo: '存款息' }],
    openLines: [0],
  }),
  withdrawal: (seed) => ({
    ...nothing,
    reports: [],
    lines: [{ day: DAY, amount: -8000 - seed, account: '', name: '', memo: '場地費' }],
  }),
  missing: (seed) => ({ ...nothing, reports: [reportOf(seed)], lines: [], openReports: [0] }),
  parts: (seed) => {
    const report = reportOf(seed, { due: 4800, money: 4800 });
    const lines = [
      lineOf(report, { amount: 3000 }),
      lineOf(report, { amount: 1800, day: addDays(report.day, 1) }),
    ];
    return {
      ...nothing,
      ...{ reports: [report], lines },
      possible: [
        [0, [0]],
        [1, [0]],
      ],
    };
  },
} as const satisfies Record<string, Make>;

export type CaseName = keyof typeof cases;
