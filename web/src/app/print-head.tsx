import { today } from '@portal/contract/dates';
import { site } from '@portal/kit/browser/site.ts';
import { useEffect, useState } from 'react';
import { useUser } from '../platform/session.ts';
import { frameText } from '../text/zh-TW/frame.ts';
import emblem from './emblem.svg';

const thisDay = () => today(new Date());

/** The day on which the page is printed, not the one on which it was opened. */
const usePrintDay = (): string => {
  const [day, setDay] = useState(thisDay);
  useEffect(() => {
    const listening = new AbortController();
    addEventListener('beforeprint', () => setDay(thisDay()), { signal: listening.signal });
    return () => listening.abort();
  }, []);
  return day;
};

export const PrintHead = () => {
  const user = useUser();
  const day = usePrintDay();
  return (
    <div className="mb-4 hidden items-center gap-2 border-line-strong border-b pb-2 print:flex">
      <img alt="" className="size-7" height="28" src={site.logo ?? emblem} width="28" />
      <strong className="flex-1">{site.name}</strong>
      {user?.chinese_name} {frameText.printedOn(day)}
    </div>
  );
};
