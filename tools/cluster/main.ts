import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { today } from '@portal/contract/dates';
import '../../server/src/platform/database/resolve-drizzle.ts';
import { openCaller } from './caller.ts';
import { findClusterPrograms, type Programs, versionsOf } from './programs.ts';

/* Faults of a cluster while people enrol: npm run test:cluster. Takes about an hour with all failovers. */

const { values } = parseArgs({
  options: {
    portals: { type: 'string', default: '4' },
    rate: { type: 'string', default: '200' },
    failovers: { type: 'string', default: '20' },
    /** The first of about thirty ports; below those that Linux gives to connections. */
    port: { type: 'string', default: '21040' },
    /** Only faults whose name contains one of these, separated by commas; no report is written then. */
    only: { type: 'string' },
    /** Keeps the folder with the logs. */
    keep: { type: 'boolean', default: false },
  },
});

const ROOT = path.resolve(import.meta.dirname, '../..');

const checkData = (url: string, folder: string): string => {
  const command = path.join(ROOT, 'server/src/commands/check-data.ts');
  try {
    const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: path.join(folder, 'portal1') };
    return execFileSync(process.execPath, [command], { env, encoding: 'utf8' }).trim();
  } catch (error) {
    return `**${String((error as { stdout?: string }).stdout ?? error).trim()}**`;
  }
};

const run = async (programs: Programs) => {
  const { openCluster } = await import('./cluster.ts');
  const { failover, faults, tryFault } = await import('./faults.ts');
  const { startLoad } = await import('./load.ts');
  const { writeReport } = await import('./report.ts');
  const { settle } = await import('./verdict.ts');
  const { buildWorld } = await import('./world.ts');
  const versions = versionsOf(programs);
  const [portals, rate] = [Number(values.portals), Number(values.rate)];
  const cluster = await openCluster(programs, { port: Number(values.port), portals }, versions);
  console.log(`running in ${cluster.folder}`);
  const stop = async () => {
    await cluster.close(values.keep);
    process.exit(1);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const world = await buildWorld(cluster.ownerUrl);
    const caller = openCaller(cluster.address.port, cluster.address.certificate);
    const load = startLoad(caller, world, rate);
    const stage = { cluster, load, caller, publish: world.publish };
    const tryAndTell = async (fault: (typeof faults)[number]) => {
      const outcome = await tryFault(fault, stage);
      console.log(new Date().toISOString(), JSON.stringify(outcome));
      return outcome;
    };
    const outcomes = [];
    const only = values.only?.split(',') ?? [''];
    for (const fault of faults)
      if (only.some((part) => fault.name.includes(part))) outcomes.push(await tryAndTell(fault));
    const failovers = [];
    while (failovers.length < Number(values.failovers)) failovers.push(await tryAndTell(failover));
    await load.stop();
    caller.close();
    const account = await settle(load, cluster.ownerUrl);
    const dataCheck = checkData(cluster.ownerUrl, cluster.folder);
    console.log(account, dataCheck);
    const day = today(new Date());
    const { poolMode } = cluster;
    const report = writeReport({
      day,
      versions,
      poolMode,
      portals,
      rate,
      outcomes,
      failovers,
      account,
      dataCheck,
    });
    if (values.only === undefined) await writeFile(path.join(ROOT, 'docs/cluster.md'), report);
    const wrong = [...outcomes, ...failovers].flatMap((outcome) => outcome.wrong);
    const isLost = account.lost + account.doubled + account.unseen + account.refused.length > 0;
    return wrong.length === 0 && !isLost && !dataCheck.startsWith('**');
  } finally {
    await cluster.close(values.keep);
  }
};

try {
  process.exit((await run(findClusterPrograms())) ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // A load that goes on would keep the process.
  process.exit(1);
}
