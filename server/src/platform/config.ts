import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

/** The repository's root; what ships with the program is found from here. */
export const ROOT = path.resolve(fileURLToPath(new URL('../../..', import.meta.url)));

const isUrl = (protocols: string[]) => (value: string) => {
  const url = URL.parse(value);
  return url !== null && protocols.includes(url.protocol);
};

const Environment = z.object({
  PORT: z._default(
    z.string().check(
      z.refine((value) => /^[0-9]{1,5}$/.test(value) && Number(value) <= 65535, {
        error: 'PORT 必須是 0 至 65535 的整數 (PORT must be a whole number from 0 to 65535).',
      }),
    ),
    '3000',
  ),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), path.join(ROOT, 'data')),
  DATABASE_URL: z.optional(
    z.string().check(
      z.refine(isUrl(['postgres:', 'postgresql:']), {
        error: 'DATABASE_URL 必須以 postgres:// 開頭 (DATABASE_URL must be a postgres:// address).',
      }),
    ),
  ),
  DEMO_DATA: z.optional(
    z.enum(['on', 'off'], { error: 'DEMO_DATA 必須是 on 或 off (DEMO_DATA must be on or off).' }),
  ),
  PUBLIC_URL: z.optional(
    z.string().check(
      z.refine(isUrl(['http:', 'https:']), {
        error: 'PUBLIC_URL 必須是 http 或 https 網址 (PUBLIC_URL must be an http or https address).',
      }),
    ),
  ),
  SMTP_URL: z.optional(
    z.string().check(
      z.refine(isUrl(['smtp:', 'smtps:']), {
        error: 'SMTP_URL 必須以 smtp:// 或 smtps:// 開頭 (SMTP_URL must be an smtp:// address).',
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
    '學員訓練報名網 <no-reply@portal.example>',
  ),
  FILES_URL: z.optional(
    z.string().check(
      z.refine(isUrl(['s3:']), {
        error:
          'FILES_URL 必須以 s3:// 開頭 (FILES_URL must be an s3:// address; leave it out for files on disk).',
      }),
    ),
  ),
  TRUST_PROXY: z.optional(
    z.string().check(
      z.refine((value) => /^[0-9a-fA-F.:/]+(\s*,\s*[0-9a-fA-F.:/]+)*$/.test(value), {
        error:
          'TRUST_PROXY 必須是反向代理的位址，以逗號分隔 (TRUST_PROXY must list the proxy addresses, separated by commas).',
      }),
    ),
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
  dataDir: string;
  /** A PostgreSQL server of one's own; undefined: the embedded one below `dataDir`. */
  databaseUrl: string | undefined;
  /** undefined: on for an empty embedded database. */
  demoData: 'on' | 'off' | undefined;
  /** Base of links in mails, without a slash at the end; undefined: the address listened on. */
  publicUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  filesUrl: string | undefined;
  trustProxy: string[] | false;
  logLevel: string;
}

export class ConfigurationFault extends Error {}

/** Reads the environment. Throws `ConfigurationFault` with a sentence per fault; an empty variable counts as absent. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = Environment.safeParse(present);
  if (!parsed.success)
    throw new ConfigurationFault(parsed.error.issues.map((issue) => issue.message).join('\n'));
  const { data } = parsed;
  return {
    port: Number(data.PORT),
    host: data.HOST,
    dataDir: path.resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    demoData: data.DEMO_DATA,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, ''),
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    filesUrl: data.FILES_URL,
    trustProxy: data.TRUST_PROXY?.split(',').map((address) => address.trim()) ?? false,
    logLevel: data.LOG_LEVEL,
  };
};
