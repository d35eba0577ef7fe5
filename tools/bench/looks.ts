import { classes as classList } from '@portal/contract/catalogue';
import { records } from '@portal/contract/enrolment';
import type { ServerProcess } from '../../server/test/race/server-process.ts';
import { medianOf } from './measure.ts';

/* Trainees look at classes and records while something long is under way. */

/** Looks of trainees per second: twelve thousand a minute. */
export const RATE = 200;

type Look = (n: number) => Promise<unknown>;

/** Trainees ask for the class list and their records in turn. */
export const lookAt =
  ({ address }: ServerProcess, readers: readonly { token: string }[]): Look =>
  async (n) => {
    const headers = { authorization: `Bearer ${readers[n % readers.length]?.token}` };
    const [method, url] = n % 2 === 0 ? ['GET', `${classList.path}?type=Pagination`] : ['POST', records.path];
    const response = await fetch(`${address}${url}`, { method, headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
  };

/** Runs looks until the work is done: how long each took, in milliseconds. */
export type Crowd = (look: Look, work: () => Promise<unknown>) => Promise<number[]>;

/** Looks begin at a fixed rate, however long the earlier ones take, and are timed from the moment they were due. */
export const atFixedRate: Crowd = async (look, work) => {
  const looks: Promise<number>[] = [];
  const began = performance.now();
  const beginDue = () => {
    while (looks.length < ((performance.now() - began) * RATE) / 1_000) {
      const due = began + (looks.length * 1_000) / RATE;
      const took = look(looks.length).then(() => performance.now() - due);
      // Thrown at the end, after the server was stopped.
      took.catch(() => {});
      looks.push(took);
    }
  };
  const timer = setInterval(beginDue, 1);
  await work();
  clearInterval(timer);
  return Promise.all(looks);
};

export const p95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

export interface Looks {
  readonly during: number;
  readonly without: number;
}

/** A row of a report. */
export const rowOf = (what: string, value: number, unit: string, ceiling: number): string =>
  `| ${what} | ${value.toFixed(unit === 'ms' ? 0 : 2)} ${unit} | ≤ ${ceiling} | ${value <= ceiling ? 'yes' : 'NO'} |`;

export const ratioOf = (looks: readonly Looks[]): number =>
  medianOf(looks.map(({ during, without }) => during / without));

export const describe = (looks: readonly Looks[]): string => {
  const [during, without] = [looks.map((each) => each.during), looks.map((each) => each.without)].map(
    medianOf,
  );
  return `${during?.toFixed(0)} ms meanwhile, ${without?.toFixed(0)} ms without`;
};
