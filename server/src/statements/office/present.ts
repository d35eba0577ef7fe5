import { isoTaipei } from '@portal/contract/dates';
import type {
  Matches,
  OpenReport as PresentedReport,
  SheetLine,
  StatementAccount,
  StatementLine,
  UnmatchedLine,
} from '@portal/contract/office/statements';
import type { Executor } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { type DaySheetRow, type DaySheetRows, type RefundedRow, sheetStateOf, sumsOf } from '../day-sheet.ts';
import { maybeDigitsOf } from '../matching/match-digits.ts';
import type { Line, OpenReport } from '../matching/open-items.ts';
import type { PaidBefore } from '../matching/paid-twice.ts';
import type { ShownMatches } from '../matching/show-matches.ts';
import { accountPermissions } from '../policy.ts';
import {
  type BankAccount,
  countOpenLines,
  countOpenReports,
  findLastImports,
  type LastImport,
} from '../queries.ts';

type ShownLine = Pick<Line, 'id' | 'row' | 'day' | 'amount' | 'digits' | 'maybeDigits' | 'name' | 'memo'>;

export const presentLine = ({
  id,
  row,
  day,
  amount,
  digits,
  name,
  memo,
  ...line
}: ShownLine): StatementLine => ({
  ...{ id, row, day, amount, digits, name, memo },
  maybeDigits: maybeDigitsOf({ digits, ...line }),
});

const presentUnmatched = (lineId: number, paid: PaidBefore | undefined): UnmatchedLine => ({
  lineId,
  paid: paid ? { ...paid, registrations: [...paid.registrations] } : null,
});

const presentReport = (report: OpenReport): PresentedReport => ({
  id: report.id,
  class: { code: report.classCode, course: report.course },
  day: report.day,
  digits: report.digits,
  money: report.money,
  name: report.name,
  due: report.due,
  returned: report.returned,
  partialPaid: report.partialPaid,
  group: report.group,
  registrations: [...report.registrations],
  reportedAt: isoTaipei(new Date(report.reportedAt)),
});

interface AccountState extends Pick<StatementAccount, 'openLines' | 'openReports'> {
  readonly last: LastImport | undefined;
}

const presentAccount = (
  { organizationId, ...account }: BankAccount,
  { last, ...open }: AccountState,
  actor: Staff,
): StatementAccount => ({
  ...account,
  ...open,
  lastImport: last
    ? {
        id: last.statementId,
        at: isoTaipei(last.at),
        by: last.by,
        fileName: last.fileName,
        added: last.added,
      }
    : null,
  can: accountPermissions({ organizationId }, actor),
});

export const presentAccounts = async (
  db: Executor,
  accounts: readonly BankAccount[],
  actor: Staff,
): Promise<StatementAccount[]> => {
  const ids = accounts.map(({ id }) => id);
  const [lines, imports] = [await countOpenLines(db, ids), await findLastImports(db, ids)];
  const presented: StatementAccount[] = [];
  for (const account of accounts) {
    const openLines = lines.get(account.id) ?? 0;
    const openReports = await countOpenReports(db, account);
    const state = { openLines, openReports, last: imports.get(account.id) };
    presented.push(presentAccount(account, state, actor));
  }
  return presented;
};

interface Desk {
  readonly account: BankAccount;
  readonly last: LastImport | undefined;
  readonly matches: ShownMatches;
  readonly paid: ReadonlyMap<number, PaidBefore>;
}

export const presentMatches = ({ account, last, matches, paid }: Desk, actor: Staff): Matches => ({
  account: presentAccount(account, { ...matches.open, last }, actor),
  certain: [...matches.certain],
  possible: matches.possible.map(({ lineId, candidates }) => ({
    ...presentUnmatched(lineId, paid.get(lineId)),
    candidates: [...candidates],
  })),
  lines: matches.lines.map((lineId) => presentUnmatched(lineId, paid.get(lineId))),
  reports: [...matches.reports],
  counts: matches.counts,
  allLines: matches.allLines.map(presentLine),
  allReports: matches.allReports.map(presentReport),
});

const presentSheetLine = (line: DaySheetRow): SheetLine => {
  const { id, aside, asideReason, paymentId, kind } = line;
  return {
    ...presentLine({ ...line, id: Number(id) }),
    ...{ aside, asideReason },
    state: sheetStateOf(line),
    payment:
      paymentId === null || kind === null
        ? null
        : { id: Number(paymentId), kind, for: [...(line.for ?? [])] },
  };
};

const ofDay = <Row extends { readonly day: string }>(rows: readonly Row[], day: string): Row[] =>
  rows.filter((row) => row.day === day);

const presentSheetEntry = <Row extends RefundedRow>({ day: _, ...row }: Row) => ({
  ...row,
  id: Number(row.id),
  for: [...(row.for ?? [])],
});

const presentSheetDay = (sheet: DaySheetRows, day: string) => {
  const lines = ofDay(sheet.lines, day);
  const received = ofDay(sheet.received, day);
  const refunded = ofDay(sheet.refunded, day);
  return {
    day,
    sums: sumsOf({ lines, received, refunded }),
    lines: lines.map(presentSheetLine),
    received: received.map(presentSheetEntry),
    refunded: refunded.map(presentSheetEntry),
  };
};

export const presentSheet = (sheet: DaySheetRows) => {
  const days = [...sheet.lines, ...sheet.received, ...sheet.refunded].map(({ day }) => day);
  return {
    days: [...new Set(days)].toSorted().map((day) => presentSheetDay(sheet, day)),
    total: sumsOf(sheet),
  };
};
