import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import type { RefusalBody } from '@portal/contract/errors';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '../src/app.ts';
import { checkData } from '../src/commands/check-data.ts';
import { readConfig } from '../src/platform/config.ts';
import { connect, type Database } from '../src/platform/database/database.ts';
import { openFiles } from '../src/platform/files/files.ts';
import { createLog } from '../src/platform/observe/log.ts';
import type { Services } from '../src/platform/services.ts';
import { createTestDatabase, TIMEOUT_FACTOR } from './database.ts';

interface Input {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
}

/** The texts of a refusal for people. */
export type RefusalTexts = Omit<RefusalBody, 'code' | 'codes'>;

interface Reply<E extends Endpoint> {
  status: number;
  /** The body as the contract describes it. Use it only if `status` is 200. */
  answer: AnswerOf<E>;
  /** The code of a refusal, and the rest of its body. */
  code: RefusalBody['code'];
  refusal: RefusalTexts;
  headers: Record<string, unknown>;
}

export interface TestServer {
  app: FastifyInstance;
  db: Database;
  services: Services;
  /** Makes a call of the contract, as the holder of `token` or as a guest. Every 200 is checked against the contract. */
  call<E extends Endpoint>(endpoint: E, input?: Input): Promise<Reply<E>>;
}

/** A portal on a database of its own, without its pages. Operations are called with `services`, routes through `call`. */
export interface TestPortal extends TestServer {
  /** Tests set it; every rule takes its `now` from here. */
  clock: { now: Date };
  /** Another server on the same database with the same clock; it ends with the portal. */
  beside(): Promise<TestServer>;
  /** Throws where the data breaks a rule of `check:data`, unless the suite breaks them on purpose. */
  close(data?: { broken: true }): Promise<void>;
}

/** 2026-12-01 10:00 in Taipei. */
export const NOW = new Date('2026-12-01T02:00:00Z');

/** A folder without a build. */
const NO_PAGES = import.meta.dirname;

/** Returns the path with its parameters replaced by their values. */
export const fill = (pattern: string, params: Record<string, string> = {}) =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

const query = (values: Record<string, string> = {}) => {
  const text = new URLSearchParams(values).toString();
  return text ? `?${text}` : '';
};

const openServer = async (
  databaseUrl: string,
  rest: Pick<Services, 'files' | 'config' | 'log' | 'clock'>,
  timeoutFactor: number,
): Promise<TestServer> => {
  const db = connect(databaseUrl, { timeoutFactor });
  const services: Services = { db, ...rest };
  // Registering a route for each file of the pages takes most of the time to open a portal.
  const app = await buildApp(services, {
    checkAnswers: true,
    site: NO_PAGES,
    office: NO_PAGES,
    verify: NO_PAGES,
  });
  await app.ready();
  return {
    app,
    db,
    services,
    call: async (endpoint, { params, query: search, body, token, headers = {} } = {}) => {
      const response = await app.inject({
        method: endpoint.method,
        url: fill(endpoint.path, params) + query(search),
        headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
        ...(body === undefined ? {} : { payload: body as InjectOptions['payload'] & object }),
      });
      const json = response.json();
      const { code, codes: _, ...refusal } = json ?? {};
      return { status: response.statusCode, answer: json, code, refusal, headers: response.headers };
    },
  };
};

interface PortalOptions {
  template?: string;
  /** 1 for the limits of a real portal. */
  timeoutFactor?: number;
}

export const openTestPortal = async (
  environment: Record<string, string> = {},
  { template, timeoutFactor = TIMEOUT_FACTOR }: PortalOptions = {},
): Promise<TestPortal> => {
  const database = await createTestDatabase(template);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portal-test-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const clock = { now: NOW };
  const rest = { files: openFiles(config), config, log: createLog(config.logLevel), clock: () => clock.now };
  const servers: TestServer[] = [];
  const open = async () => {
    const server = await openServer(database.url, rest, timeoutFactor);
    servers.push(server);
    return server;
  };
  const first = await open();
  return {
    ...first,
    clock,
    beside: open,
    close: async (data) => {
      const findings = data?.broken ? [] : await checkData(first.db);
      for (const { app, db } of servers) {
        await app.close();
        await db.$client.end();
      }
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      if (findings.length > 0) throw new Error(`The data is broken: ${JSON.stringify(findings, null, 1)}`);
    },
  };
};
