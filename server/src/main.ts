import { buildApp } from './app.ts';
import { ConfigurationFault, readConfig } from './platform/config.ts';
import { connect } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { openFiles } from './platform/files.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';

const STOP_WITHIN = 20_000;

const start = async () => {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir });
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  await migrate(databaseUrl);
  const db = connect(databaseUrl);
  const app = await buildApp({ db, files: openFiles(config), config, log, clock: () => new Date() });
  const address = await app.listen({ port: config.port, host: config.host });
  await embedded?.announce(address);

  const stop = async () => {
    setTimeout(() => process.exit(1), STOP_WITHIN).unref();
    await app.close();
    await db.$client.end();
    await embedded?.stop();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
};

start().catch((error: unknown) => {
  console.error(error instanceof ConfigurationFault ? error.message : error);
  process.exit(1);
});
