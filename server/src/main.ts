import './platform/database/resolve-drizzle.ts';
import { keepCompiledCode } from './platform/compile-cache.ts';
import { type Config, ConfigurationFault, readConfig } from './platform/config.ts';
import { holdPort } from './platform/http/listen.ts';
import { createLog, type Log } from './platform/observe/log.ts';

const STOP_TIMEOUT_MS = 20_000;

// Compiling takes a fifth of a start.
keepCompiledCode();

// Photos and mails are personal. A mode that is set later would leave a moment in which others could read.
process.umask(0o077);

const openDatabase = async (config: Config, log: Log) => {
  const { databaseUrl: url } = config;
  if (url) {
    const ownerUrl = config.migrationDatabaseUrl ?? url;
    return { url, ownerUrl, announce: async () => {}, stop: async () => {} };
  }
  const { startEmbeddedPostgres } = await import('./platform/database/embedded-postgres.ts');
  return startEmbeddedPostgres({ dataDir: config.dataDir, log: (message) => log.info(message) });
};

const run = async (config: Config) => {
  const log = createLog(config.logLevel);
  // Node would print the message, which may contain personal data.
  process.on('uncaughtException', (fault) => {
    log.fatal(fault);
    process.exit(1);
  });
  const freePort = await holdPort(config);
  const database = await openDatabase(config, log);
  // Loaded late, so that a second server on the same folder fails fast.
  const { serve } = await import('./serve.ts');
  const portal = await serve(config, log, { ...database, freePort }).catch(async (error: unknown) => {
    await database.stop();
    throw error;
  });
  await database.announce(portal.address);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    await portal.stop();
    await database.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

const unreachable =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|28\w{3}|3D000|08\w{3}|57P03)$/;

/** One sentence for a known fault, otherwise the whole error. */
const explain = (error: unknown): unknown => {
  if (error instanceof ConfigurationFault) return error.message;
  if (!(error instanceof Error && 'code' in error)) return error;
  return unreachable.test(String(error.code))
    ? `無法連線到資料庫，請檢查 DATABASE_URL (${error.message}; check DATABASE_URL).`
    : error;
};

try {
  await run(readConfig(process.env));
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
