import path from 'node:path';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { type Config, ConfigurationFault, readConfig } from './config.ts';

const usual: Config = {
  port: 3000,
  host: '127.0.0.1',
  dataDir: expect.stringMatching(/^\/.*\/data$/),
  databaseUrl: undefined,
  metrics: null,
  traces: null,
  migrationDatabaseUrl: undefined,
  listenEarly: true,
  readDatabaseUrl: undefined,
  demoData: undefined,
  publicUrl: undefined,
  smtpUrl: undefined,
  mailFrom: 'no-reply@portal.example',
  filesUrl: undefined,
  trustProxy: false,
  staffSecondFactor: undefined,
  birthdayPasswordDays: 180,
  documentMonths: 6,
  statementYears: 7,
  logLevel: 'info',
};

/** Accepted values of each variable with the resulting configuration; the rest keeps its defaults. */
const right: Record<string, Record<string, Partial<Config>>> = {
  PORT: { 0: { port: 0 }, 80: { port: 80 }, 65535: { port: 65_535 } },
  HOST: { '0.0.0.0': { host: '0.0.0.0' }, '::1': { host: '::1' }, localhost: { host: 'localhost' } },
  DATA_DIR: { '/var/lib/portal': { dataDir: '/var/lib/portal' }, here: { dataDir: path.resolve('here') } },
  DATABASE_URL: Object.fromEntries(
    [
      'postgres://portal:secret@db.example:5432/portal',
      'postgresql://portal@localhost/portal?host=%2Frun%2Fpostgresql',
      'postgres:///portal',
      'postgres://portal:p%40ss@[::1]/portal?sslmode=require',
    ].map((url) => [url, { databaseUrl: url }]),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    'http://collector.example:4318/': {
      traces: { endpoint: 'http://collector.example:4318', service: 'trainee-portal', ratio: 1 },
    },
  },
  OTEL_SERVICE_NAME: { 'portal-1': {} },
  OTEL_TRACES_SAMPLER_ARG: { 0: {}, 0.25: {}, '.1': {}, 1: {} },
  LISTEN_EARLY: { on: { listenEarly: true }, off: { listenEarly: false } },
  DEMO_DATA: { on: { demoData: 'on' }, off: { demoData: 'off' } },
  PUBLIC_URL: {
    'https://portal.example': { publicUrl: 'https://portal.example' },
    'https://portal.example//': { publicUrl: 'https://portal.example' },
    'http://127.0.0.1:8080': { publicUrl: 'http://127.0.0.1:8080' },
    'https://example.org/training/': { publicUrl: 'https://example.org/training' },
  },
  SMTP_URL: Object.fromEntries(
    ['smtp://localhost', 'smtp://portal:p%40ss@mail.example:587', 'smtps://mail.example:465/?pool=true'].map(
      (url) => [url, { smtpUrl: url }],
    ),
  ),
  MAIL_FROM: Object.fromEntries(
    [
      'no-reply@example.org.tw',
      '學員訓練報名網 <no-reply@example.org.tw>',
      '"報名, 組" <a@example.org.tw>',
    ].map((from) => [from, { mailFrom: from }]),
  ),
  FILES_URL: Object.fromEntries(
    [
      's3://key:secret@s3.example/bucket',
      's3://key:a%2Fb@s3.example:9000/bucket/prefix/below?region=eu-west-1',
    ].map((url) => [url, { filesUrl: url }]),
  ),
  FONTS_DIR: { [import.meta.dirname]: {} },
  TRUST_PROXY: {
    '127.0.0.1': { trustProxy: ['127.0.0.1'] },
    '10.0.0.0/8 , ::1': { trustProxy: ['10.0.0.0/8', '::1'] },
    'fd00::/8': { trustProxy: ['fd00::/8'] },
    '::ffff:10.0.0.1': { trustProxy: ['::ffff:10.0.0.1'] },
    '192.0.2.1/32,2001:db8::1/128': { trustProxy: ['192.0.2.1/32', '2001:db8::1/128'] },
  },
  BIRTHDAY_PASSWORD_DAYS: { 1: { birthdayPasswordDays: 1 }, 9999: { birthdayPasswordDays: 9999 } },
  DOCUMENT_MONTHS: { 1: { documentMonths: 1 }, 999: { documentMonths: 999 } },
  STATEMENT_YEARS: { 1: { statementYears: 1 }, 99: { statementYears: 99 } },
  LOG_LEVEL: Object.fromEntries(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => [
      level,
      { logLevel: level },
    ]),
  ),
};

/** Rejected values of each variable. HOST and DATA_DIR accept any text; the start tries them. */
const wrong: Record<string, readonly string[]> = {
  PORT: ['http', '-1', '65536', '80.5', '8e1', '0x50', ' 80', '８０'],
  DATABASE_URL: [
    'portal',
    'mysql://portal@localhost/portal',
    'postgres:portal',
    'postgres://portal@localhost:99999/portal',
    'postgres://portal:100%@localhost/portal',
    'postgres://portal:%ff@localhost/portal',
  ],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector.example:4318', 'grpc://collector.example', 'http://a.example?b'],
  OTEL_TRACES_SAMPLER_ARG: ['1.1', '-1', 'all', '1e-1'],
  LISTEN_EARLY: ['yes', 'ON', 'true', '1'],
  DEMO_DATA: ['yes', 'ON', 'true', '1'],
  PUBLIC_URL: [
    'portal.example',
    'ftp://portal.example',
    'https:portal.example',
    ' https://portal.example',
    'https://portal.example ',
    'https://portal.example/?from=mail',
    'https://portal.example/#top',
  ],
  SMTP_URL: [
    'mail.example',
    'http://mail.example',
    'smtp:mail.example',
    'smtp://',
    'smtp://a:100%@mail.example',
  ],
  MAIL_FROM: [
    '學員訓練報名網',
    'no-reply',
    '報名 <no-reply>',
    '報名\r\nBcc: x <a@example.org.tw>',
    'a@example.org.tw, b@example.org.tw',
  ],
  FONTS_DIR: [import.meta.filename, '/no/such/folder'],
  FILES_URL: [
    '/var/lib/portal/files',
    'https://s3.example/bucket',
    's3://key:secret@s3.example',
    's3://key:secret@s3.example/',
    's3://s3.example/bucket',
    's3://key@s3.example/bucket',
    's3://key:100%@s3.example/bucket',
    's3:bucket',
  ],
  TRUST_PROXY: [
    'true',
    'loopback',
    'proxy.example',
    '300.1.1.1',
    '1.2.3.4.5',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::1/129',
    ':::',
    '127.0.0.1,',
    '127.0.0.1 ::1',
  ],
  BIRTHDAY_PASSWORD_DAYS: ['0', '-1', '1.5', '10000', 'never'],
  DOCUMENT_MONTHS: ['0', '-1', '1.5', '1000', 'never'],
  STATEMENT_YEARS: ['0', '-1', '1.5', '100', 'never'],
  LOG_LEVEL: ['verbose', 'INFO', '30'],
};

const cases = <T>(table: Record<string, Record<string, T>>) =>
  Object.entries(table).flatMap(([name, of]) =>
    Object.entries(of).map(([value, outcome]): [string, string, T] => [name, value, outcome]),
  );

describe('a right setting', () => {
  test.each(cases(right))('%s=%s is taken', (name, value, known) => {
    expect(readConfig({ [name]: value })).toEqual({ ...usual, ...known });
  });

  test.each(Object.keys(right))('without %s, or with an empty value, the default applies', (name) => {
    expect(readConfig({})).toEqual(usual);
    expect(readConfig({ [name]: '' })).toEqual(usual);
  });

  test.each(Object.keys(right.TRUST_PROXY ?? {}))('TRUST_PROXY=%s is one for Fastify too', (TRUST_PROXY) => {
    expect(() => Fastify({ trustProxy: readConfig({ TRUST_PROXY }).trustProxy })).not.toThrow();
  });
});

describe('a wrong setting', () => {
  const faultOf = (environment: Record<string, string>): string => {
    try {
      readConfig(environment);
    } catch (error) {
      if (error instanceof ConfigurationFault) return error.message;
      throw error;
    }
    return 'none';
  };

  test.each(Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    '%s=%j is refused with one sentence that names it',
    (name, value) => {
      const fault = faultOf({ [name]: value });
      expect(fault).toMatch(new RegExp(`^${name} 必須.+ \\(${name} .+\\)\\.$`));
      expect(fault.split('\n')).toHaveLength(1);
    },
  );

  test('does not show the value: it may be a password', () => {
    const fault = faultOf({
      DATABASE_URL: 'mysql://portal:secret@db/portal',
      FILES_URL: 's3://key:secret@host',
    });
    expect(fault).not.toContain('secret');
  });

  test('does not hide another one', () => {
    const all = Object.fromEntries(Object.entries(wrong).map(([name, [first = '']]) => [name, first]));
    const named = faultOf(all)
      .split('\n')
      .map((sentence) => sentence.split(' ')[0]);
    expect(named.sort()).toEqual(Object.keys(wrong).sort());
  });

  test.each(Object.keys(right))(
    'the table has a value of %s that is refused, except for settings that take any',
    (name) => {
      expect(name in wrong).toBe(!['HOST', 'DATA_DIR', 'OTEL_SERVICE_NAME'].includes(name));
    },
  );
});
