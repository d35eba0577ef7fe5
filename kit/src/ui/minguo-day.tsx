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

export function DecisiveTime({ time }: { time: string }) {
  return (
    <>
      <time dateTime={time}>{readable(time)}</time> <MinguoDay time={time} />
    </>
  );
}
