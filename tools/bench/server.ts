import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '@portal/contract/accounts';
import { enrol } from '@portal/contract/enrolment';
import { submitRoster } from '@portal/contract/groups';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { hashPassword, verifyPassword } from '../../server/src/accounts/passwords/passwords.ts';
import { hashToken } from '../../server/src/accounts/sign-in/sessions.ts';
import { buildApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/platform/config.ts';
import { connect } from '../../server/src/platform/database/database.ts';
import { openFiles } from '../../server/src/platform/files/files.ts';
import { createLog } from '../../server/src/platform/observe/log.ts';
import { type Recorded, record } from '../../server/test/plans/recorder.ts';
import {
  accountOf,
  as,
  crowdedClass,
  PASSWORD,
  rosterClass,
  rosterClassId,
  spreadClass,
  tokenOf,
} from './data.ts';
import { measure } from './measure.ts';
import { replay } from './replay.ts';

/*
 * The portal as it is, with a few doors more: the same bytes without the portal's work, and the statements of a call
 * sent by bare `pg` through the same pool in the same process.
 */

const config = readConfig(process.env);
const db = connect(config.databaseUrl ?? '');
const pool = db.$client;
const app = await buildApp({
  db,
  files: openFiles(config),
  config,
  // Shows why an answer is a 500 or a 503, and logs no other requests.
  log: createLog('warn'),
  clock: () => new Date(),
});

interface ReplayRequest {
  call: { method: 'GET' | 'POST'; url: string };
  accountId: number;
  concurrency: number;
  seconds: number;
}

interface BareRequest {
  call: ReplayRequest['call'] & { headers?: Record<string, string>; payload?: string };
  /** The callers, in turn; a guest if there is none. */
  accounts: number[];
  /** Another address for the call before the one that is recorded, so that the answer is not kept yet. */
  before?: string;
}

interface EnrolRequest {
  /** The account whose enrolment is recorded. */
  accountId: number;
  /** Each enrolment takes the next of so many. */
  people: number;
  /** The crowded class of this number; without it the enrolments are spread. */
  crowded: number | null;
  from: number;
}

type EnrolReplayRequest = EnrolRequest & Omit<ReplayRequest, 'call'>;

interface SubmitReplayRequest extends Omit<ReplayRequest, 'call'> {
  /** The first class; each submission takes the next. */
  from: number;
  body: object;
}

interface BareAnswer {
  bytes: Buffer;
  headers: http.OutgoingHttpHeaders;
}

/** Replays the n-th request and returns its answer. */
let bareWork: (n: number) => Promise<BareAnswer>;
let bareRequests = 0;

/** Node's own server, bare `pg`, and nothing between: what a call cannot cost less than. */
const bareServer = http.createServer((request, response) => {
  request.resume();
  bareWork(bareRequests++).then(
    ({ bytes, headers }) => response.writeHead(200, headers).end(bytes),
    () => response.writeHead(500).end(),
  );
});

interface Recording extends BareAnswer {
  statements: Recorded[];
}

/** Waits until the queries of abandoned calls have ended, so that they are not recorded. */
const untilIdle = async (): Promise<void> => {
  for (let idle = 0; idle < 10; idle = pool.idleCount === pool.totalCount ? idle + 1 : 0) await sleep(50);
};

const recordNow = async (inject: InjectOptions): Promise<Recording> => {
  let answer: BareAnswer = { bytes: Buffer.alloc(0), headers: {} };
  const statements = await record(async () => {
    const response = await app.inject(inject);
    if (response.statusCode !== 200)
      throw new Error(`${inject.url}: ${response.statusCode} ${response.body}`);
    answer = { bytes: response.rawPayload, headers: response.headers as http.OutgoingHttpHeaders };
  });
  return { statements, ...answer };
};

const recordAlone = async (inject: InjectOptions): Promise<Recording> => {
  await untilIdle();
  return recordNow(inject);
};

const recordCall = async (inject: InjectOptions): Promise<Recording> => {
  await app.inject(inject);
  return recordAlone(inject);
};

/** The statements of somebody's enrolment as they would be somebody else's, in another class. */
const swap = (
  statements: readonly Recorded[],
  pairs: readonly (readonly [unknown, unknown])[],
): Recorded[] => {
  const swapped = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(swapped);
    const pair = pairs.find(([from]) => from === value || String(from) === value);
    return pair ? pair[1] : value;
  };
  return statements.map((statement) => ({ ...statement, values: statement.values.map(swapped) }));
};

/** The body of a submission for another class of the same kind. */
const registerSubmissions = (doors: FastifyInstance) => {
  doors.post<{ Body: SubmitReplayRequest }>('/bench/replay-submit', async ({ body }) => {
    const { statements } = await recordAlone({
      method: submitRoster.method,
      url: submitRoster.path,
      headers: as(body.accountId),
      payload: { ...body.body, code: rosterClass(body.from) },
    });
    return measure(async (n) => {
      const to = body.from + 1 + n;
      const pairs = [
        [rosterClass(body.from), rosterClass(to)],
        [rosterClassId(body.from), rosterClassId(to)],
      ] as const;
      await replay(pool, swap(statements, pairs));
    }, body);
  });
};

/** The statements of a login, each with a new session, and its one password verification. */
const recordLogin = async (accountId: number) => {
  const hash = await hashPassword(PASSWORD);
  const payload = { account: accountOf(accountId), password: PASSWORD, country: 'foreign' };
  const { statements, ...answer } = await recordAlone({ method: login.method, url: login.path, payload });
  const session = statements.find(({ text }) => text.startsWith('insert into "sessions"'));
  const tokenHash = session?.values[0];
  return async () => {
    await verifyPassword(hash, PASSWORD);
    await replay(pool, swap(statements, [[tokenHash, hashToken(randomBytes(32).toString('base64url'))]]));
    return answer;
  };
};

const registerLogins = (doors: FastifyInstance) => {
  doors.post<{ Body: Omit<ReplayRequest, 'call'> }>('/bench/replay-login', async ({ body }) =>
    measure(await recordLogin(body.accountId), body),
  );
  doors.post<{ Body: { accountId: number } }>('/bench/bare-login', async ({ body }) => {
    bareWork = await recordLogin(body.accountId);
    return {};
  });
  // A try is booked under a new number each time, which what was recorded does not take back.
  doors.post('/bench/forget-logins', async () => {
    await pool.query('delete from sign_in_attempts');
    return {};
  });
};

/** The statements of one person's enrolment, as they would be for the n-th of `people`. */
const recordEnrolment = async ({ accountId, people, crowded, from }: EnrolRequest) => {
  const codeOf = (n: number) => (crowded === null ? spreadClass(n, people) : crowdedClass(crowded));
  const code = spreadClass(0, people);
  const { statements, ...answer } = await recordAlone({
    method: enrol.method,
    url: enrol.path,
    headers: as(accountId),
    payload: { code },
  });
  return async (n: number) => {
    const next = 1 + ((from + n) % people);
    const pairs = [
      [accountId, next],
      [code, codeOf(from + n)],
      [hashToken(tokenOf(accountId)), hashToken(tokenOf(next))],
      [`account:${accountId}`, `account:${next}`],
    ] as const;
    await replay(pool, swap(statements, pairs));
    return answer;
  };
};

const registerEnrolments = (doors: FastifyInstance) => {
  doors.post<{ Body: EnrolReplayRequest }>('/bench/replay-enrol', async ({ body }) =>
    measure(await recordEnrolment(body), body),
  );
  doors.post<{ Body: EnrolRequest }>('/bench/bare-enrol', async ({ body }) => {
    [bareWork, bareRequests] = [await recordEnrolment(body), 0];
    return {};
  });
};

const registerDoors = (doors: FastifyInstance) => {
  let bytes: Buffer = Buffer.alloc(0);
  doors.post<{ Body: { url: string } }>('/bench/keep', async ({ body }) => {
    const answer = await app.inject({ url: body.url, headers: { 'accept-encoding': 'br' } });
    bytes = answer.rawPayload;
    return { bytes: bytes.length };
  });
  doors.get('/bench/bytes', (_, reply) => {
    reply.header('content-encoding', 'br').type('application/json; charset=utf-8').send(bytes);
  });
  doors.post<{ Body: ReplayRequest }>('/bench/replay', async ({ body }) => {
    const { statements } = await recordCall({ ...body.call, headers: as(body.accountId) });
    return measure(() => replay(pool, statements), body);
  });
  doors.post<{ Body: BareRequest }>('/bench/bare', async ({ body }) => {
    const { call, accounts, before = call.url } = body;
    const callers = accounts.length > 0 ? accounts.map(as) : [{}];
    const recordings: Recording[] = [];
    await untilIdle();
    for (const own of callers) {
      const headers = { ...call.headers, ...own, 'accept-encoding': 'br' };
      await app.inject({ ...call, headers, url: before });
      recordings.push(await recordNow({ ...call, headers }));
    }
    bareWork = async (n) => {
      const recording = recordings[n % recordings.length] as Recording;
      await replay(pool, recording.statements);
      return recording;
    };
    return {};
  });
};

registerDoors(app);
registerSubmissions(app);
registerLogins(app);
registerEnrolments(app);
const address = await app.listen({ port: 0, host: '127.0.0.1' });
bareServer.listen(0, '127.0.0.1');
await once(bareServer, 'listening');
const { port } = bareServer.address() as AddressInfo;
process.send?.({ url: address, bareUrl: `http://127.0.0.1:${port}` });
process.once('SIGTERM', async () => {
  bareServer.close();
  bareServer.closeAllConnections();
  await app.close();
  await pool.end();
  process.exit(0);
});
