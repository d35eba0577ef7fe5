import path from 'node:path';
import { buildApp } from './app.ts';
import { demoGreeting } from './demo/greeting.ts';
import { loadDemoData } from './demo/load.ts';
import { startHousekeeping } from './housekeeping.ts';
import { outboxDelivery, smtpDelivery } from './mail/delivery.ts';
import { startMailWorker } from './mail/worker.ts';
import { type Config, ConfigurationFault, readConfig } from './platform/config.ts';
import { connect } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { openFiles } from './platform/files.ts';
import { createLog, type Log } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { blockOtherReaders } from './platform/pictures.ts';

const STOP_WITHIN = 20_000;

const openDatabase = async (config: Config, log: Log) => {
  if (config.databaseUrl) return { url: config.databaseUrl, announce: async () => {}, stop: async () => {} };
  return startEmbeddedPostgres({ dataDir: config.dataDir, log: (message) => log.info(message) });
};

const openMail = (config: Config, publicUrl: string) => {
  const sender = { from: config.mailFrom, publicUrl };
  return config.smtpUrl
    ? smtpDelivery(config.smtpUrl, sender)
    : outboxDelivery(path.join(config.dataDir, 'outbox'), sender);
};

const serve = async (config: Config) => {
  const log = createLog(config.logLevel);
  const database = await openDatabase(config, log);
  await migrate(database.url);
  const db = connect(database.url);
  const clock = () => new Date();
  const services = { db, files: openFiles(config), config, log, clock };
  const wantsDemo = config.demoData ?? (config.databaseUrl ? 'off' : 'on');
  const hasDemo = wantsDemo === 'on' && (await loadDemoData(services, clock()));
  // The demo's drawings are SVG; from here on every picture comes from outside.
  blockOtherReaders();
  const app = await buildApp(services);
  const address = await app.listen({ port: config.port, host: config.host });
  await database.announce(address);
  console.log(`學員訓練報名網：${address}`);
  if (hasDemo) console.log(demoGreeting());
  const publicUrl = config.publicUrl ?? address;
  const mail = startMailWorker({ db, log, publicUrl, clock, deliver: openMail(config, publicUrl) });

  const housekeeping = startHousekeeping(services);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN).unref();
    await app.close();
    housekeeping.stop();
    await mail.stop();
    await db.$client.end();
    await database.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

/** What a start that failed says: one sentence where we know the fault, the whole where we do not. */
const explain = (error: unknown): unknown => {
  if (error instanceof ConfigurationFault) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `連接埠已被使用，請以 PORT 指定其他連接埠 (${error.message}; choose another PORT).`;
  }
  return error;
};

try {
  await serve(readConfig(process.env));
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
