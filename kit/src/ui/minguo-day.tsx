import { minguo, readable, weekday } from '@portal/contract/dates';

/** The day of a date or time in Minguo years, small, where a person decides by it: （民國 115 年 12 月 5 日，六）. */
export function MinguoDay({ time }: { time: string }) {
  const date = time.slice(0, 10);
  return (
    <small className="inline-block text-ink-soft text-sm">
      （{minguo(date)}，{weekday(date)}）
    </small>
  );
}

/** A time, or a day alone, by which a person decides, with its day in Minguo years. */
export function DecisiveTime({ time }: { time: string }) {
  return (
    <>
      <time dateTime={time}>{readable(time)}</time> <MinguoDay time={time} />
    </>
  );
}
