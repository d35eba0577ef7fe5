import type { SessionTime } from '../rules.ts';

export interface HalfDay {
  readonly date: string;
  readonly part: '上午' | '下午' | '晚上';
  /** `09:00`. */
  readonly from: string;
  readonly to: string;
}

const NOON = '12:00';
const AFTERNOON = '13:00';
const EVENING = '18:00';

const partOf = (from: string): HalfDay['part'] => (from < NOON ? '上午' : from < EVENING ? '下午' : '晚上');

const halvesOf = ({ date, fromTime, toTime }: SessionTime): HalfDay[] => {
  const [from, to] = [fromTime.slice(0, 5), toTime.slice(0, 5)];
  if (from >= NOON || to <= AFTERNOON) return [{ date, part: partOf(from), from, to }];
  return [
    { date, part: '上午', from, to: NOON },
    { date, part: '下午', from: AFTERNOON, to },
  ];
};

export const halfDaysOf = (sessions: readonly SessionTime[]): HalfDay[] => {
  const found = new Map<string, HalfDay>();
  for (const half of sessions.flatMap(halvesOf)) {
    const key = `${half.date} ${half.part}`;
    const known = found.get(key);
    found.set(key, known ? { ...known, to: half.to > known.to ? half.to : known.to } : half);
  }
  return [...found.values()];
};
