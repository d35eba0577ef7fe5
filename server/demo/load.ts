import { sql } from 'drizzle-orm';
import { isDemoMarked, markDemo } from '../src/content/demo-mark.ts';
import { readConfig } from '../src/platform/config.ts';
import { connect } from '../src/platform/database/database.ts';
import { openFiles } from '../src/platform/files/files.ts';
import { createLog } from '../src/platform/observe/log.ts';
import type { Services } from '../src/platform/services.ts';
import { findDemo } from './find-demo.ts';
import { loadAssociation } from './load-association.ts';
import { loadCertificates } from './load-certificates.ts';
import { loadClasses } from './load-classes.ts';
import { loadContent } from './load-content.ts';
import { loadHeld } from './load-held.ts';
import { loadLayouts } from './load-layouts.ts';
import { loadGroups, loadPeople } from './load-people.ts';
import { loadPhrases } from './load-phrases.ts';
import { loadPrivacy } from './load-privacy.ts';
import { loadRegistrations } from './load-registrations.ts';
import { loadReminders } from './load-reminders.ts';
import { loadRenewals } from './load-renewals.ts';
import { loadStaff } from './load-staff.ts';
import { loadTeaching } from './load-teaching.ts';
import { loadTraining } from './load-training.ts';
import { settleMails } from './settle-mails.ts';
import { writeDemoStatement } from './write-statement.ts';

/** Any number that no other lock of the portal has. */
const DEMO_LOCK = 7_316_400_116;

/** Tables filled by migrations, and their journal. */
const KEPT = [
  ...['cities', 'areas', 'careers', 'educations', 'education_statuses', 'site_settings'],
  ...['server_keys', 'certificate_keys'],
];

/**
 * Removes what an interrupted load has left. No server starts on such data (`refuseHalfLoadedDemo`), so
 * nobody uses it.
 */
const clear = async ({ db }: Services): Promise<void> => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables
        where schemaname = 'public' and tablename not in (${sql.join(
          KEPT.map((name) => sql`${name}`),
          sql`, `,
        )})`,
  );
  await db.execute(sql.raw(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity`));
};

const load = async (services: Services, now: Date): Promise<boolean> => {
  const state = await findDemo(services);
  if (state !== 'missing') return state === 'loaded';
  if (await isDemoMarked(services, 'loading')) await clear(services);
  console.log('載入示範資料中…（loading demo data）');
  await markDemo(services, 'loading');
  await loadAssociation(services, now);
  const staff = await loadStaff(services, now);
  // Pictures are drawn and passwords are hashed on other cores.
  const [people] = await Promise.all([loadPeople(services, staff, now), loadContent(services, now)]);
  const groups = await loadGroups(services, people, now);
  const classIds = await loadClasses(services, groups, now);
  await loadPhrases(services, { staff }, now);
  await loadRegistrations(services, { people, groups, staff, classIds }, now);
  await loadTraining(services, { people, groups, staff, classIds }, now);
  await loadTeaching(services, { people, groups, staff, classIds }, now);
  await loadLayouts(services, now);
  await loadHeld(services, { people, staff, classIds }, now);
  await loadCertificates(services, { people, staff }, now);
  await loadRenewals(services, { people, staff }, now);
  await loadPrivacy(services, { people, staff }, now);
  await loadReminders(services, now);
  await writeDemoStatement(services);
  await settleMails(services);
  await services.db.execute(sql`analyze`);
  await markDemo(services, 'loaded');
  return true;
};

/**
 * Loads the demo data into an empty database, through the modules' own operations; dates are relative to `now`. True
 * when they are there, now or from before. Servers that start at once wait for the one that loads.
 */
export const loadDemoData = async (services: Services, now: Date): Promise<boolean> => {
  const waiting = await services.db.$client.connect();
  try {
    await waiting.query('set lock_timeout = 0; set statement_timeout = 0');
    await waiting.query('select pg_advisory_lock($1)', [DEMO_LOCK]);
    return await load(services, now);
  } finally {
    // Closing the connection gives the lock back.
    waiting.release(true);
  }
};

/** The same for a server, as the owner of the schema, because clearing an interrupted load deletes events. */
export const loadForServer = async (ownerUrl: string, now: Date): Promise<boolean> => {
  // A lost end of the data takes the mark of a complete load with it, so that the next start loads anew.
  const db = connect(ownerUrl, { settings: { synchronous_commit: 'off' } });
  const config = readConfig(process.env);
  const rest = { files: openFiles(config), config, log: createLog(config.logLevel), clock: () => new Date() };
  try {
    return await loadDemoData({ db, ...rest }, now);
  } finally {
    await db.$client.end();
  }
};
