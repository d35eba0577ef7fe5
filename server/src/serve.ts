import path from 'node:path';
import { buildApp } from './app.ts';
import { demoGreeting } from './demo/greeting.ts';
import { loadDemoData, refuseHalfLoaded } from './demo/load.ts';
import { startHousekeeping } from './housekeeping.ts';
import { outboxDelivery, smtpDelivery } from './mail/delivery.ts';
import { startMailWorker } from './mail/worker.ts';
import type { Config } from './platform/config.ts';
import { connect } from './platform/database.ts';
import { openFiles } from './platform/files.ts';
import { close, listen } from './platform/listen.ts';
import type { Log } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { blockOtherReaders } from './platform/pictures.ts';

const openMail = (config: Config, publicUrl: string) => {
  const sender = { from: config.mailFrom, publicUrl };
  return config.smtpUrl
    ? smtpDelivery(config.smtpUrl, sender)
    : outboxDelivery(path.join(config.dataDir, 'outbox'), sender);
};

interface Serving {
  /** Where it listens. */
  readonly address: string;
  /** Answers what is in flight, stops the workers, closes the pool. */
  stop(): Promise<void>;
}

/** Migrates, loads the demo data where they are wanted, listens, and sends mail. */
export const serve = async (config: Config, log: Log, databaseUrl: string): Promise<Serving> => {
  await migrate(databaseUrl);
  const db = connect(databaseUrl);
  const services = { db, files: openFiles(config), config, log, clock: () => new Date() };
  const wantsDemo = config.demoData ?? (config.databaseUrl ? 'off' : 'on');
  if (wantsDemo === 'off') await refuseHalfLoaded(services);
  const hasDemo = wantsDemo === 'on' && (await loadDemoData(services, services.clock()));
  // The demo's drawings are SVG; from here on every picture comes from outside.
  blockOtherReaders();
  let publicUrl = config.publicUrl ?? '';
  const app = await buildApp(services, { publicUrl: () => publicUrl });
  const address = await listen(app, config);
  publicUrl ||= address;
  console.log(`學員訓練報名網：${address}`);
  if (hasDemo) console.log(demoGreeting());
  const mail = startMailWorker({ ...services, publicUrl, deliver: openMail(config, publicUrl) });
  const housekeeping = startHousekeeping(services);
  return {
    address,
    stop: async () => {
      await close(app);
      housekeeping.stop();
      await mail.stop();
      await db.$client.end();
    },
  };
};
