import path from 'node:path';
import { buildApp } from './app.ts';
import { findBranding } from './branding/find-branding.ts';
import { followAddress } from './branding/follow-address.ts';
import { refuseHalfLoadedDemo } from './content/demo-mark.ts';
import { startJobWorker } from './jobs/worker.ts';
import { MAX_DELIVERIES, MAX_WRITES, outboxDelivery, smtpDelivery } from './mail/delivery.ts';
import { startMailWorker } from './mail/worker.ts';
import type { Config } from './platform/config.ts';
import { connectBehind } from './platform/database/behind.ts';
import { connect } from './platform/database/database.ts';
import { grantServing } from './platform/database/grants.ts';
import { migrate } from './platform/database/migrate.ts';
import { followReplica } from './platform/database/replica.ts';
import { openFiles } from './platform/files/files.ts';
import { blockOtherReaders } from './platform/files/sharp.ts';
import { close, listen } from './platform/http/listen.ts';
import type { Log } from './platform/observe/log.ts';
import type { Services } from './platform/services.ts';
import { startDueWork } from './timers/due-work.ts';
import { startHousekeeping } from './timers/housekeeping.ts';
import { jobKinds } from './timers/job-kinds.ts';
import { startLapsing } from './timers/lapse-unconfirmed.ts';
import { letters } from './timers/letters.ts';
import { startReleasing } from './timers/release-start-memory.ts';
import { startReminding } from './timers/send-reminders.ts';

const openMail = (config: Config, publicUrl: string) => {
  const sender = { from: config.mailFrom, publicUrl };
  return config.smtpUrl
    ? { deliver: smtpDelivery(config.smtpUrl, sender), atOnce: MAX_DELIVERIES }
    : { deliver: outboxDelivery(path.join(config.dataDir, 'outbox'), sender), atOnce: MAX_WRITES };
};

/** Warns if links in mails would work on this machine only. */
const warnOfLocalLinks = ({ smtpUrl, publicUrl }: Config, address: string) => {
  if (!smtpUrl || publicUrl) return;
  console.warn(
    `未設定 PUBLIC_URL，信件中的連結會指向 ${address} (SMTP_URL is set without PUBLIC_URL: links in mails lead to ${address}).`,
  );
};

interface Serving {
  readonly address: string;
  stop(): Promise<void>;
}

interface Start {
  /** Called just before the portal listens. */
  readonly freePort: () => Promise<void>;
  /** Database URL of the serving role. */
  readonly url: string;
  /** Database URL of the role that owns the schema; the same URL if one role does both. */
  readonly ownerUrl: string;
}

/** Loads the demo data if they are missing. Returns whether the database has them. */
const loadDemo = async (services: Services, ownerUrl: string): Promise<boolean> => {
  const { findDemo } = await import('../demo/find-demo.ts');
  const state = await findDemo(services);
  if (state !== 'missing') return state === 'loaded';
  const { loadInChild } = await import('../demo/load-in-child.ts');
  return loadInChild({ ownerUrl, time: services.clock().getTime() });
};

const greet = async () => {
  const { demoGreeting } = await import('../demo/greeting.ts');
  console.log(demoGreeting());
};

/** Loaded only if enabled: it needs memory. */
const startMetrics = async (
  address: NonNullable<Config['metrics']>,
  { db, log, clock }: Services,
  url: string,
) => {
  const { createMetrics } = await import('./platform/observe/metrics.ts');
  const { addBusinessMetrics } = await import('./timers/business-metrics.ts');
  const { serveMetrics } = await import('./platform/observe/serve-metrics.ts');
  const { register, watch } = createMetrics(db.$client);
  // A connection of its own, so that a scrape neither waits for one of the pool nor takes one.
  const own = connect(url, { max: 1 });
  addBusinessMetrics(register, own, clock);
  const served = await serveMetrics(register, address);
  log.info({ address: served.address }, 'metrics');
  const stop = async () => {
    served.stop();
    await own.$client.end();
  };
  return { watch, stop };
};

/** Loaded only if enabled: it needs memory and time. */
const startTraces = async (settings: NonNullable<Config['traces']>, { db, log }: Services) => {
  const { startTracing } = await import('./platform/observe/tracing.ts');
  return startTracing(settings, db.$client, log);
};

const startTimers = (services: Services) => [
  startHousekeeping(services),
  startDueWork(services),
  startLapsing(services),
  startReminding(services),
];

export const serve = async (
  config: Config,
  log: Log,
  { url, ownerUrl, freePort }: Start,
): Promise<Serving> => {
  await migrate(ownerUrl, { announce: (message) => log.info(message) });
  await grantServing({ url, ownerUrl });
  const db = connect(url);
  const services = { db, files: openFiles(config), config, log, clock: () => new Date() };
  const wantsDemo = config.demoData ?? (config.databaseUrl ? 'off' : 'on');
  if (wantsDemo === 'off') await refuseHalfLoadedDemo(services);
  const hasDemo = wantsDemo === 'on' && (await loadDemo(services, ownerUrl));
  // Later pictures come from outside.
  await blockOtherReaders();
  let listened = '';
  const siteAddress = await followAddress(services, () => listened);
  const publicUrl = siteAddress.current;
  const metrics = config.metrics && (await startMetrics(config.metrics, services, url));
  const traces = config.traces && (await startTraces(config.traces, services));
  const staffSecondFactor = config.staffSecondFactor ?? (hasDemo ? 'optional' : 'required');
  const replica = config.readDatabaseUrl
    ? followReplica(db, connect(config.readDatabaseUrl), { log })
    : undefined;
  const app = await buildApp(
    { ...services, replica, config: { ...config, staffSecondFactor } },
    {
      publicUrl,
      watch: (created) => {
        metrics?.watch(created);
        traces?.watch(created);
      },
    },
  );
  await freePort();
  const address = await listen(app, config);
  listened = address;
  warnOfLocalLinks(config, address);
  console.log(`${(await findBranding(db)).name}：${address}`);
  if (hasDemo) await greet();
  const { deliver: delivery, atOnce } = openMail(config, publicUrl());
  const deliver = traces ? traces.watchDelivery(delivery) : delivery;
  // Read for each mail and job: an administrator may change it.
  const withAddress = <T extends object>(deps: T) => ({
    ...deps,
    get publicUrl() {
      return publicUrl();
    },
  });
  const mail = startMailWorker(withAddress({ ...services, letters, deliver, atOnce }));
  const behind = connectBehind(url, { isEmbedded: config.databaseUrl === undefined });
  const jobs = startJobWorker(withAddress({ ...services, db: behind, kinds: jobKinds }));
  const timers = [siteAddress, startReleasing(), ...startTimers(services)];
  return {
    address,
    stop: async () => {
      await close(app);
      for (const timer of timers) timer.stop();
      await Promise.all([mail.stop(), jobs.stop()]);
      await Promise.all([metrics?.stop(), replica?.stop()]);
      await Promise.all([db.$client.end(), behind.$client.end()]);
      await traces?.stop();
    },
  };
};
