import { isoTaipei } from '@portal/contract/dates';
import type { Payable, PaymentRow } from '@portal/contract/office/payments';
import { type RefundRow, refundStateNames } from '@portal/contract/office/refunds';
import type {
  Piles,
  OpenReport as PresentedReport,
  SheetLine,
  StatementAccount,
  StatementLine,
  UnmatchedLine,
} from '@portal/contract/office/statements';
import { maskIdentity } from '../accounts/people/mask.ts';
import { actorName } from '../audit/actor.ts';
import type { Executor } from '../platform/database.ts';
import { Refusal, refusalText } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { type Cashier, countCashiers } from './cashiers.ts';
import { type RefundedRow, type SheetRow, type SheetRows, stateOf, sumsOf } from './day-sheet.ts';
import type { PayableFound } from './office-queries.ts';
import type { Line, OpenReport } from './open-items.ts';
import type { PaidBefore } from './paid-twice.ts';
import type { PaymentListRow } from './payments-list.ts';
import { accountPermissions, mayUndo, refundPermissions } from './policy.ts';
import type { RefundListRow } from './refunds-list.ts';
import type { ShownPiles } from './show-piles.ts';
import {
  type Account,
  countOpenLines,
  countOpenReports,
  findLastImports,
  type LastImport,
} from './statement-queries.ts';

export const presentLine = ({ id, row, day, amount, digits, name, memo }: Line): StatementLine => ({
  id,
  row,
  day,
  amount,
  digits,
  name,
  memo,
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
  kept: report.kept,
  group: report.group,
  registrations: [...report.registrations],
  reportedAt: isoTaipei(new Date(report.reportedAt)),
});

interface DeskState extends Pick<StatementAccount, 'openLines' | 'openReports'> {
  readonly last: LastImport | undefined;
}

const presentAccount = (
  { organizationId, ...account }: Account,
  { last, ...open }: DeskState,
  actor: Staff,
): StatementAccount => ({
  ...account,
  ...open,
  lastImport: last ? { at: isoTaipei(last.at), by: last.by, fileName: last.fileName } : null,
  can: accountPermissions({ organizationId }, actor),
});

export const presentAccounts = async (
  db: Executor,
  accounts: readonly Account[],
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
  readonly account: Account;
  readonly last: LastImport | undefined;
  readonly piles: ShownPiles;
  readonly paid: ReadonlyMap<number, PaidBefore>;
}

export const presentPiles = ({ account, last, piles, paid }: Desk, actor: Staff): Piles => ({
  account: presentAccount(account, { ...piles.open, last }, actor),
  certain: [...piles.certain],
  possible: piles.possible.map(({ lineId, candidates }) => ({
    ...presentUnmatched(lineId, paid.get(lineId)),
    candidates: [...candidates],
  })),
  lines: piles.lines.map((lineId) => presentUnmatched(lineId, paid.get(lineId))),
  reports: [...piles.reports],
  counts: piles.counts,
  allLines: piles.allLines.map(presentLine),
  allReports: piles.allReports.map(presentReport),
});

const presentSheetLine = (line: SheetRow): SheetLine => {
  const { id, row, day, amount, digits, name, memo, aside, asideReason, paymentId, kind } = line;
  return {
    ...{ id: Number(id), row, day, amount, digits, name, memo, aside, asideReason },
    state: stateOf(line),
    payment:
      paymentId === null || kind === null ? null : { id: Number(paymentId), kind, for: line.for ?? '' },
  };
};

const ofDay = <Row extends { readonly day: string }>(rows: readonly Row[], day: string): Row[] =>
  rows.filter((row) => row.day === day);

const presentSheetEntry = <Row extends RefundedRow>({ day: _, ...row }: Row) => ({
  ...row,
  id: Number(row.id),
  for: row.for ?? '',
});

const presentSheetDay = (sheet: SheetRows, day: string) => {
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

export const presentSheet = (sheet: SheetRows) => {
  const days = [...sheet.lines, ...sheet.received, ...sheet.refunded].map(({ day }) => day);
  return {
    days: [...new Set(days)].toSorted().map((day) => presentSheetDay(sheet, day)),
    total: sumsOf(sheet),
  };
};

export const presentPayable = ({ code, course, identity, id, ...row }: PayableFound): Payable => ({
  ...row,
  id: Number(id),
  identity: maskIdentity(identity),
  class: { code, course },
});

export const presentPayment = (row: PaymentListRow, actor: Staff): PaymentRow => ({
  id: Number(row.id),
  createdAt: isoTaipei(new Date(row.createdAt)),
  createdBy: row.createdBy,
  receivedOn: row.receivedOn,
  kind: row.kind,
  method: row.method,
  amount: row.amount,
  account: row.account,
  organization: row.organization,
  for: row.for ?? [],
  note: row.note,
  undone:
    row.endedAt === null
      ? null
      : { at: isoTaipei(new Date(row.endedAt)), by: row.endedBy, reason: row.endReason ?? '' },
  canUndo: mayUndo(row, actor),
});

const canOf = (row: RefundListRow, actor: Staff, all: readonly Cashier[]): RefundRow['can'] => {
  const cashiers = countCashiers(all, new Date(row.createdAt));
  const { isOwn, ...can } = refundPermissions(row, { actor, name: actorName(actor) }, cashiers);
  return { ...can, why: isOwn ? refusalText(new Refusal('refund_own')) : null };
};

export const presentRefund = (row: RefundListRow, actor: Staff, cashiers: readonly Cashier[]): RefundRow => ({
  id: Number(row.id),
  createdAt: isoTaipei(new Date(row.createdAt)),
  registrationId: Number(row.registrationId),
  person: row.person,
  class: { code: row.code, course: row.course, organization: row.organization },
  amount: row.amount,
  proposed: row.proposed,
  reason: row.reason,
  paymentConfirmed: row.paymentConfirmed,
  state: row.state,
  enteredBy: row.enteredBy,
  settledAt: row.settledAt === null ? null : isoTaipei(new Date(row.settledAt)),
  settledBy: row.settledBy,
  paidOn: row.paidOn,
  reference: row.reference,
  waiveReason: row.waiveReason,
  can: canOf(row, actor, cashiers),
});

export const refundHeads = [
  '登錄時間',
  '學員',
  '課程代碼',
  '訓練項目',
  '會別',
  '原因',
  '金額（元）',
  '狀態',
  '登錄人',
  '退費日期',
  '匯款序號',
  '不退費原因',
];

export const refundCells = (row: RefundListRow): string[] => [
  isoTaipei(new Date(row.createdAt)),
  row.person,
  row.code,
  row.course,
  row.organization,
  row.reason,
  String(row.amount),
  refundStateNames[row.state],
  row.enteredBy ?? '',
  row.paidOn ?? '',
  row.reference ?? '',
  row.waiveReason ?? '',
];
