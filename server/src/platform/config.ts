import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

export const ROOT = path.resolve(fileURLToPath(new URL('../../..', import.meta.url)));

const decodes = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** User name and password must be decodable, because clients decode them. */
const isUrl =
  (schemes: string[], holds: (url: URL) => boolean = () => true) =>
  (value: string): boolean => {
    const url = URL.parse(value);
    if (!url || !/^\w+:\/\/\S*$/.test(value) || !schemes.includes(url.protocol)) return false;
    return decodes(url.username) && decodes(url.password) && holds(url);
  };

const isFolder = (value: string): boolean =>
  statSync(value, { throwIfNoEntry: false })?.isDirectory() ?? false;

const isBase = ({ search, hash }: URL) => search === '' && hash === '';
const namesServer = ({ hostname }: URL) => hostname !== '';
const namesBucket = (url: URL) =>
  namesServer(url) && url.username !== '' && url.password !== '' && /[^/]/.test(url.pathname);

const isNetwork = (text: string): boolean => {
  const [, address = '', length] = /^([^/]+)(?:\/([0-9]{1,3}))?$/.exec(text) ?? [];
  const longest = new Map([
    [4, 32],
    [6, 128],
  ]).get(isIP(address));
  if (length === undefined || longest === undefined) return longest !== undefined;
  return Number(length) > 0 && Number(length) <= longest;
};

const listOf = (value: string): string[] => value.split(',').map((each) => each.trim());

const isPort = (value: string): boolean => /^[0-9]{1,5}$/.test(value) && Number(value) <= 65535;

const isRatio = (value: string): boolean => /^(0|1|[01]?\.[0-9]+)$/.test(value) && Number(value) <= 1;

const Environment = z.object({
  METRICS_PORT: z.optional(
    z.string().check(
      z.refine(isPort, {
        error: 'METRICS_PORT 必須是 0 至 65535 的整數 (METRICS_PORT must be a whole number from 0 to 65535).',
      }),
    ),
  ),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    z.string().check(
      z.refine(isUrl(['http:', 'https:'], isBase), {
        error:
          'OTEL_EXPORTER_OTLP_ENDPOINT 必須是 http:// 或 https:// 開頭的網址，不含 ? 與 # (OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// address without ? and #).',
      }),
    ),
  ),
  OTEL_SERVICE_NAME: z._default(z.string(), 'trainee-portal'),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.string().check(
      z.refine(isRatio, {
        error:
          'OTEL_TRACES_SAMPLER_ARG 必須是 0 至 1 的數 (OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1).',
      }),
    ),
    '1',
  ),
  PORT: z._default(
    z.string().check(
      z.refine(isPort, {
        error: 'PORT 必須是 0 至 65535 的整數 (PORT must be a whole number from 0 to 65535).',
      }),
    ),
    '3000',
  ),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), path.join(ROOT, 'data')),
  DATABASE_URL: z.optional(
    z.string().check(
      z.refine(isUrl(['postgres:', 'postgresql:']), {
        error:
          'DATABASE_URL 必須是 postgres:// 開頭的位址 (DATABASE_URL must be a postgres:// address; % stands as %25).',
      }),
    ),
  ),
  MIGRATION_DATABASE_URL: z.optional(
    z.string().check(
      z.refine(isUrl(['postgres:', 'postgresql:']), {
        error:
          'MIGRATION_DATABASE_URL 必須是 postgres:// 開頭的位址 (MIGRATION_DATABASE_URL must be a postgres:// address; % stands as %25).',
      }),
    ),
  ),
  READ_DATABASE_URL: z.optional(
    z.string().check(
      z.refine(isUrl(['postgres:', 'postgresql:']), {
        error:
          'READ_DATABASE_URL 必須是 postgres:// 開頭的位址 (READ_DATABASE_URL must be a postgres:// address; % stands as %25).',
      }),
    ),
  ),
  DEMO_DATA: z.optional(
    z.enum(['on', 'off'], { error: 'DEMO_DATA 必須是 on 或 off (DEMO_DATA must be on or off).' }),
  ),
  LISTEN_EARLY: z._default(
    z.enum(['on', 'off'], { error: 'LISTEN_EARLY 必須是 on 或 off (LISTEN_EARLY must be on or off).' }),
    'on',
  ),
  PUBLIC_URL: z.optional(
    z.string().check(
      z.refine(isUrl(['http:', 'https:'], isBase), {
        error:
          'PUBLIC_URL 必須是 http:// 或 https:// 開頭的網址，不含 ? 與 # (PUBLIC_URL must be an http:// or https:// address without ? and #).',
      }),
    ),
  ),
  SMTP_URL: z.optional(
    z.string().check(
      z.refine(isUrl(['smtp:', 'smtps:'], namesServer), {
        error:
          'SMTP_URL 必須是 smtp:// 或 smtps:// 開頭的位址 (SMTP_URL must be an smtp:// address; % stands as %25).',
      }),
    ),
  ),
  MAIL_FROM: z._default(
    z.string().check(
      z.refine((value) => /^([^<>@\s]+@[^<>@\s]+|[^<>\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>)$/u.test(value), {
        error:
          'MAIL_FROM 必須是電子郵件地址，或「名稱 <地址>」 (MAIL_FROM must be an address, or a name and <address>).',
      }),
    ),
    'no-reply@portal.example',
  ),
  FILES_URL: z.optional(
    z.string().check(
      z.refine(isUrl(['s3:'], namesBucket), {
        error:
          'FILES_URL 必須是 s3://金鑰:密鑰@主機/儲存桶 (FILES_URL must be s3://KEY:SECRET@HOST/BUCKET; leave it out for files on disk).',
      }),
    ),
  ),
  // Read by the worker of papers.
  FONTS_DIR: z.optional(
    z.string().check(
      z.refine(isFolder, {
        error: 'FONTS_DIR 必須是存放字型的資料夾 (FONTS_DIR must be a folder with fonts).',
      }),
    ),
  ),
  TRUST_PROXY: z.optional(
    z.string().check(
      z.refine((value) => listOf(value).every(isNetwork), {
        error:
          'TRUST_PROXY 必須是反向代理的 IP 位址，以逗號分隔 (TRUST_PROXY must list IP addresses of the proxy, separated by commas).',
      }),
    ),
  ),
  STAFF_SECOND_FACTOR: z.optional(
    z.enum(['required', 'optional'], {
      error:
        'STAFF_SECOND_FACTOR 必須是 required 或 optional (STAFF_SECOND_FACTOR must be required or optional).',
    }),
  ),
  BIRTHDAY_PASSWORD_DAYS: z._default(
    z.string().check(
      z.refine((value) => /^[0-9]{1,4}$/.test(value) && Number(value) > 0, {
        error:
          'BIRTHDAY_PASSWORD_DAYS 必須是 1 至 9999 的整數 (BIRTHDAY_PASSWORD_DAYS must be a whole number from 1 to 9999).',
      }),
    ),
    '180',
  ),
  DOCUMENT_MONTHS: z._default(
    z.string().check(
      z.refine((value) => /^[0-9]{1,3}$/.test(value) && Number(value) > 0, {
        error:
          'DOCUMENT_MONTHS 必須是 1 至 999 的整數 (DOCUMENT_MONTHS must be a whole number from 1 to 999).',
      }),
    ),
    '6',
  ),
  STATEMENT_YEARS: z._default(
    z.string().check(
      z.refine((value) => /^[0-9]{1,2}$/.test(value) && Number(value) > 0, {
        error: 'STATEMENT_YEARS 必須是 1 至 99 的整數 (STATEMENT_YEARS must be a whole number from 1 to 99).',
      }),
    ),
    '7',
  ),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'LOG_LEVEL 必須是 fatal、error、warn、info、debug、trace 或 silent (LOG_LEVEL is unknown).',
    }),
    'info',
  ),
});

export interface Config {
  port: number;
  host: string;
  /** Whether the port answers 503 while the portal starts, instead of refusing connections. */
  listenEarly: boolean;
  metrics: { host: string; port: number } | null;
  traces: { endpoint: string; service: string; ratio: number } | null;
  dataDir: string;
  /** Undefined uses the embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  /** The role that owns the schema; undefined if one role does both. */
  migrationDatabaseUrl: string | undefined;
  /** A standby of `databaseUrl`. */
  readDatabaseUrl: string | undefined;
  demoData: 'on' | 'off' | undefined;
  publicUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  filesUrl: string | undefined;
  trustProxy: string[] | false;
  /** Whether staff need a second factor; undefined requires one unless demo data is loaded. */
  staffSecondFactor: 'required' | 'optional' | undefined;
  /** Days after the import in which the birth date is accepted as password. */
  birthdayPasswordDays: number;
  documentMonths: number;
  statementYears: number;
  logLevel: string;
}

export class ConfigurationFault extends Error {}

const readTraces = (data: z.infer<typeof Environment>): Config['traces'] => {
  const endpoint = data.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '');
  if (!endpoint) return null;
  return { endpoint, service: data.OTEL_SERVICE_NAME, ratio: Number(data.OTEL_TRACES_SAMPLER_ARG) };
};

/** Empty variables count as absent. Throws `ConfigurationFault` with one sentence per error. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = Environment.safeParse(present);
  if (!parsed.success)
    throw new ConfigurationFault(parsed.error.issues.map((issue) => issue.message).join('\n'));
  const { data } = parsed;
  return {
    port: Number(data.PORT),
    host: data.HOST,
    listenEarly: data.LISTEN_EARLY === 'on',
    metrics: data.METRICS_PORT ? { host: data.METRICS_HOST, port: Number(data.METRICS_PORT) } : null,
    traces: readTraces(data),
    dataDir: path.resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    migrationDatabaseUrl: data.MIGRATION_DATABASE_URL,
    readDatabaseUrl: data.READ_DATABASE_URL,
    demoData: data.DEMO_DATA,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, ''),
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    filesUrl: data.FILES_URL,
    trustProxy: data.TRUST_PROXY ? listOf(data.TRUST_PROXY) : false,
    staffSecondFactor: data.STAFF_SECOND_FACTOR,
    birthdayPasswordDays: Number(data.BIRTHDAY_PASSWORD_DAYS),
    documentMonths: Number(data.DOCUMENT_MONTHS),
    statementYears: Number(data.STATEMENT_YEARS),
    logLevel: data.LOG_LEVEL,
  };
};
