import { addDays, addMonths, isoTaipei, today } from '@portal/contract/dates';
import {
  CHART_MONTHS,
  type Charts,
  type ClassTask,
  classTaskKinds,
  type WaitingWork,
} from '@portal/contract/office/reports';
import type { ClassTaskRows } from '../class-tasks.ts';
import { firstMonth } from '../rules.ts';
import type { ChartRows, findWaitingReviews, UpcomingRow } from '../today.ts';

type WaitingReviews = Awaited<ReturnType<typeof findWaitingReviews>>;

const presentWork = (found: WaitingReviews) =>
  found && { count: found.count, oldestAt: found.oldestAt && isoTaipei(found.oldestAt) };

export const presentWaiting = (found: Record<keyof WaitingWork, WaitingReviews>): WaitingWork => ({
  review: presentWork(found.review),
  reconcile: presentWork(found.reconcile),
  refunds: presentWork(found.refunds),
  results: presentWork(found.results),
  certificates: presentWork(found.certificates),
  renewals: presentWork(found.renewals),
  overdue: presentWork(found.overdue),
  privacy: presentWork(found.privacy),
  incidents: presentWork(found.incidents),
  mails: presentWork(found.mails),
});

export const presentUpcoming = <Row extends Pick<UpcomingRow, 'startTime'>>({ startTime, ...row }: Row) => ({
  ...row,
  startTime: isoTaipei(startTime),
});

export const presentClassTasks = (found: ClassTaskRows): ClassTask[] =>
  classTaskKinds.flatMap((kind) =>
    found[kind].map(({ startTime, endTime, ...row }) => ({
      kind,
      ...row,
      startTime: isoTaipei(startTime),
      endTime: endTime && isoTaipei(endTime),
    })),
  );

const sequence = (length: number) => [...Array(length).keys()];

export const presentCharts = (
  { days, fill, months }: ChartRows,
  { days: length, now }: { days: number; now: Date },
): Charts => {
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  const amounts = new Map(months.map(({ month, amount }) => [month, amount]));
  const monthAt = (at: number) => addMonths(`${firstMonth(now, CHART_MONTHS)}-01`, at).slice(0, 7);
  return {
    registrations: sequence(length)
      .map((at) => addDays(today(now), at + 1 - length))
      .map((day) => ({ day, count: counts.get(day) ?? 0 })),
    fillRates: fill.map(presentUpcoming),
    fees: sequence(CHART_MONTHS)
      .map(monthAt)
      .map((month) => ({ month, amount: amounts.get(month) ?? 0 })),
  };
};
