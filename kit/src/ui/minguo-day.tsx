import { minguo, readable, weekday } from '@portal/contract/dates';

/** `（民國 115 年 12 月 5 日，六）` */
export function MinguoDay({ time }: { time: string }) {
  const date = time.slice(0, 10);
  return (
    <small className="inline-block whitespace-nowrap text-ink-soft text-sm max-sm:text-xs max-[24rem]:whitespace-normal">
      （{minguo(date)}，{weekday(date)}）
    </small>
  );
}

/** `2026-12-05（六）09:00`, or the day alone. Where a line is too short for both, the hour follows on the next. */
export function Moment({ time }: { time: string }) {
  return (
    <time dateTime={time}>
      {readable(time.slice(0, 10))}
      <wbr />
      {time.slice(11, 16)}
    </time>
  );
}

export function DecisiveTime({ time }: { time: string }) {
  return (
    <>
      <Moment time={time} /> <MinguoDay time={time} />
    </>
  );
}
