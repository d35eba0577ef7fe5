import { setTimeout as sleep } from 'node:timers/promises';
import { enrol, records } from '@portal/contract/enrolment';
import type { Answer, Caller } from './caller.ts';
import type { World } from './world.ts';

export type Kind = 'guest' | 'own' | 'write';

/** One request and its answer. Times are milliseconds of `performance.now`. */
export interface Sample {
  readonly kind: Kind;
  readonly asked: number;
  readonly answered: number;
  readonly status: number;
  /** Host and port of the portal that answered. */
  readonly server: string;
  readonly isRepeat: boolean;
}

interface Person {
  readonly id: number;
  readonly token: string;
}

/** An enrolment that somebody asked for, and whether they were told that it is done. */
export interface Attempt {
  readonly person: Person;
  readonly code: string;
  readonly key: string;
  acknowledged: boolean;
  /** An answer that no repeat can change. */
  refusal?: string;
}

export interface Load {
  readonly samples: readonly Sample[];
  readonly attempts: readonly Attempt[];
  /** Records in which somebody missed an enrolment that they had been told of. */
  readonly unseen: readonly Attempt[];
  /** Sends no new request, and waits until everybody has a final answer. */
  stop(): Promise<void>;
}

/** Ten requests: seven of guests, two for somebody's own records, one enrolment. */
const KINDS: readonly Kind[] = [
  'guest',
  'guest',
  'own',
  'guest',
  'guest',
  'write',
  'guest',
  'own',
  'guest',
  'guest',
];
/** As long as the page repeats a call by itself, and the person presses again. */
const REPEAT_FOR = 240_000;
/** Answers after which the page repeats a call. */
const isTemporary = ({ status, text }: Answer): boolean =>
  [0, 502, 503, 504].includes(status) || text.includes('in_flight');

const at = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length];
  if (found === undefined) throw new Error('empty list');
  return found;
};

/** Sends so many requests a second, however long the answers take. */
export const startLoad = (caller: Caller, { people, codes, guestPaths }: World, rate: number): Load => {
  const samples: Sample[] = [];
  const attempts: Attempt[] = [];
  const unseen: Attempt[] = [];
  const told: Attempt[] = [];
  const underWay = new Set<Promise<void>>();
  let isStopping = false;

  const measure = async (kind: Kind, send: () => Promise<Answer>, isRepeat = false): Promise<Answer> => {
    const asked = performance.now();
    const answer = await send();
    const { status, server } = answer;
    samples.push({ kind, asked, answered: performance.now(), status, server, isRepeat });
    return answer;
  };

  const enrolOnce = (attempt: Attempt, isRepeat: boolean) =>
    measure(
      'write',
      () =>
        caller.call({
          method: enrol.method,
          path: enrol.path,
          token: attempt.person.token,
          key: attempt.key,
          body: { code: attempt.code },
        }),
      isRepeat,
    );

  const write = async (): Promise<void> => {
    const n = attempts.length;
    const [person, code] = [at(people, n), at(codes, n + Math.floor(n / people.length))];
    const attempt: Attempt = { person, code, key: `press-${n}`, acknowledged: false };
    attempts.push(attempt);
    const began = performance.now();
    for (let isRepeat = false; performance.now() - began < REPEAT_FOR; isRepeat = true) {
      const answer = await enrolOnce(attempt, isRepeat);
      if (answer.status === 200) {
        attempt.acknowledged = true;
        told.push(attempt);
        return;
      }
      if (!isTemporary(answer)) {
        attempt.refusal = `${answer.status} ${answer.text}`;
        return;
      }
      await sleep((answer.retryAfter || 1) * 1_000);
    }
  };

  /** Reads the records of who was told of an enrolment last. */
  const readOwn = async (n: number): Promise<void> => {
    const attempt = told.at(-1);
    const { token } = attempt?.person ?? at(people, n);
    const answer = await measure('own', () =>
      caller.call({ method: records.method, path: records.path, token, body: {} }),
    );
    if (attempt && answer.status === 200 && !answer.text.includes(`"${attempt.code}"`)) unseen.push(attempt);
  };

  const readAsGuest = async (n: number): Promise<void> => {
    await measure('guest', () => caller.call({ method: 'GET', path: at(guestPaths, n) }));
  };

  const acts: Record<Kind, (n: number) => Promise<void>> = { guest: readAsGuest, own: readOwn, write };
  const begin = (n: number) => {
    // Begins one later in each ten: nginx takes its servers in turn, and enrolments must reach all of them.
    const act = acts[at(KINDS, n + Math.floor(n / KINDS.length))](n).finally(() => underWay.delete(act));
    underWay.add(act);
  };
  const run = async () => {
    const began = performance.now();
    for (let n = 0; !isStopping; ) {
      for (const due = ((performance.now() - began) * rate) / 1_000; n < due && !isStopping; n += 1) begin(n);
      await sleep(5);
    }
  };
  const running = run();

  return {
    samples,
    attempts,
    unseen,
    stop: async () => {
      isStopping = true;
      await running;
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
};
