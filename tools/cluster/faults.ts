import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { withNextVersion } from '../../server/test/next-version.ts';
import type { Caller } from './caller.ts';
import type { Cluster, Relay } from './cluster.ts';
import type { Load } from './load.ts';
import type { Machine } from './machine.ts';
import type { Portal } from './portal.ts';
import { until } from './processes.ts';
import { ask } from './sql.ts';
import { type Seen, seenBetween } from './verdict.ts';

export interface Stage {
  readonly cluster: Cluster;
  readonly load: Load;
  readonly caller: Caller;
  /** Publishes a class and returns its code. */
  publish(): Promise<string>;
}

/** Other observations for the report. A text that begins with `!` is a failure. */
type Notes = readonly string[];

export interface Fault {
  readonly name: string;
  /** Causes the fault and mends it. */
  readonly happen: (stage: Stage) => Promise<Notes>;
  /** Conditions that must hold. Each returns null or the problem. */
  readonly must: readonly ((seen: Seen) => string | null)[];
}

const SECOND = 1_000;

const atMost = (what: string, seconds: (seen: Seen) => number, limit: number) => (seen: Seen) =>
  seconds(seen) <= limit ? null : `${what}: ${seconds(seen).toFixed(1)} s instead of at most ${limit} s`;

const writesBack = (limit: number) => atMost('no enrolment', ({ writesAway }) => writesAway, limit);

const pooledWritesBack = (limit: number) =>
  atMost('no enrolment through PgBouncer', ({ pooledWritesAway }) => pooledWritesAway, limit);

const guestsServed = ({ guests }: Seen) =>
  guests.failed === 0 ? null : `${guests.failed} guests were refused`;

const onlyUnavailable = ({ statuses }: Seen) => {
  const others = Object.keys(statuses).filter((each) => !each.endsWith(' 503'));
  return others.length === 0 ? null : `answers other than 503: ${others.join(', ')}`;
};

const failuresAtMost =
  (limit: number) =>
  ({ statuses }: Seen) => {
    const count = Object.values(statuses).reduce((sum, each) => sum + each, 0);
    return count <= limit ? null : `${count} requests failed`;
  };

const other = (machines: readonly Machine[], than: Machine): Machine[] =>
  machines.filter((machine) => machine !== than);

/** Both standbys stream, and every portal is ready. */
export const whole = async ({ machines, portals, hasStandbys }: Cluster): Promise<void> => {
  await until('all standbys stream', () => hasStandbys(machines.length - 1).catch(() => false), {
    within: 300 * SECOND,
  });
  for (const portal of portals) await until(`${portal.name} is ready`, () => portal.isReady());
};

/** Waits until somebody's enrolment was acknowledged that was asked for after now. */
const written = async ({ load }: Stage, within = 120 * SECOND): Promise<void> => {
  const from = performance.now();
  const isBack = () =>
    load.samples.some(({ kind, status, asked }) => kind === 'write' && status === 200 && asked > from);
  await until('an enrolment is acknowledged', isBack, { within });
};

/** The servers behind PgBouncer, as nginx calls them. */
const pooledIn = ({ cluster }: Stage): string[] =>
  cluster.portals.filter(({ isPooled }) => isPooled).map(({ address }) => new URL(address).host);

const killPrimary = async (stage: Stage): Promise<Notes> => {
  const { cluster } = stage;
  const pids = cluster.portals.map((portal) => portal.pid());
  const primary = await cluster.primary();
  await primary.kill();
  await sleep(5 * SECOND);
  await written(stage);
  primary.start();
  await whole(cluster);
  const isSame = cluster.portals.every((portal, n) => portal.pid() === pids[n] && portal.isAlive());
  return [
    `${primary.name} → ${(await cluster.primary()).name}`,
    isSame ? 'no portal was restarted' : '!a portal was restarted',
  ];
};

/** Tries to write to a former primary that does not know yet that it is one. */
const writeToStale = async (cluster: Cluster, stale: Machine): Promise<string> => {
  const late = performance.now() + 15 * SECOND;
  while (performance.now() < late) {
    try {
      await ask(
        `${cluster.superuserUrl(stale)}?statement_timeout=3000`,
        `insert into cluster_marks values ('stale')`,
      );
      return 'acknowledged';
    } catch {
      await sleep(100);
    }
  }
  return 'refused';
};

const freezePrimary = async (stage: Stage): Promise<Notes> => {
  const { cluster } = stage;
  const stale = await cluster.primary();
  await ask(cluster.superuserUrl(stale), 'create table if not exists cluster_marks (mark text)');
  await stale.freeze();
  await sleep(5 * SECOND);
  await written(stage);
  const primary = (
    await Promise.all(
      other(cluster.machines, stale).map(async (each) => ((await each.isPrimary()) ? each : null)),
    )
  ).find(Boolean);
  const attempt = writeToStale(cluster, stale);
  stale.thaw();
  const outcome = await attempt;
  await whole(cluster);
  const now = await cluster.primary();
  const rows = await ask(cluster.superuserUrl(now), 'select from cluster_marks');
  return [
    `${stale.name} → ${primary?.name ?? '?'}`,
    outcome === 'acknowledged' && rows.length === 0
      ? '!the woken primary acknowledged a write that is lost'
      : `a write to the woken primary was ${outcome}`,
  ];
};

const killPortal = async ({ cluster }: Stage): Promise<Notes> => {
  const portal = cluster.portals[0] as Portal;
  portal.kill();
  await sleep(5 * SECOND);
  await portal.start();
  return [portal.name];
};

const stopPortal = async ({ cluster }: Stage): Promise<Notes> => {
  const portal = cluster.portals[1] as Portal;
  const began = performance.now();
  await portal.stop();
  const took = (performance.now() - began) / SECOND;
  await sleep(5 * SECOND);
  await portal.start();
  return [`${portal.name} stopped within ${took.toFixed(1)} s`];
};

/** One after the other, after the schema of a made-up next version. */
const upgradePortals = async ({ cluster }: Stage): Promise<Notes> => {
  await withNextVersion((folder) => migrate(cluster.ownerUrl, { folder }));
  for (const portal of cluster.portals) {
    await portal.stop();
    await portal.start();
  }
  return [`${cluster.portals.length} portals after a migration`];
};

const LAG = '60s';

const delay = async (cluster: Cluster, machine: Machine, by: string): Promise<void> => {
  const url = cluster.superuserUrl(machine);
  await ask(url, `alter system set recovery_min_apply_delay = '${by}'`);
  await ask(url, 'select pg_reload_conf()');
};

const isShown = async (caller: Caller, code: string): Promise<boolean> =>
  (await caller.call({ method: 'GET', path: `/api/class/${code}` })).status === 200;

const delayStandbys = async ({ cluster, caller, publish }: Stage): Promise<Notes> => {
  const standbys = other(cluster.machines, await cluster.primary());
  for (const machine of standbys) await delay(cluster, machine, LAG);
  await sleep(15 * SECOND);
  const code = await publish();
  const began = performance.now();
  await until('guests see a new class', () => isShown(caller, code), { within: 30 * SECOND, every: 100 });
  const took = (performance.now() - began) / SECOND;
  await sleep(45 * SECOND);
  for (const machine of standbys) await delay(cluster, machine, '0');
  await whole(cluster);
  const note = `guests saw a new class after ${took.toFixed(1)} s`;
  return [took <= 3 ? note : `!${note}`];
};

const syncOf = async (cluster: Cluster, isSync: boolean): Promise<Machine> => {
  const primary = await cluster.primary();
  const rows = await ask<{ name: string }>(
    cluster.superuserUrl(primary),
    `select application_name as name from pg_stat_replication where (sync_state = 'sync') = $1`,
    [isSync],
  );
  const found = cluster.machines.find(({ name }) => name === rows[0]?.name);
  if (!found) throw new Error('there is no such standby');
  return found;
};

const killStandby =
  (isSync: boolean) =>
  async (stage: Stage): Promise<Notes> => {
    const { cluster } = stage;
    const standby = await syncOf(cluster, isSync);
    await standby.kill();
    await sleep(5 * SECOND);
    await written(stage);
    await sleep(10 * SECOND);
    standby.start();
    await whole(cluster);
    return [standby.name];
  };

const restart =
  (choose: (cluster: Cluster) => Relay) =>
  async ({ cluster }: Stage): Promise<Notes> => {
    const proxy = choose(cluster);
    await proxy.stop('SIGKILL');
    await sleep(SECOND);
    proxy.start();
    await sleep(15 * SECOND);
    return [];
  };

/** Half of the portals have a connection of their own to HAProxy, and answer meanwhile. */
const restartPgbouncer = async (stage: Stage): Promise<Notes> => {
  const from = performance.now();
  const notes = await restart(({ pgbouncer }) => pgbouncer)(stage);
  const { pooledWritesAway } = seenBetween(stage.load, {
    from,
    to: performance.now(),
    pooled: pooledIn(stage),
  });
  return [...notes, `behind PgBouncer ${pooledWritesAway.toFixed(1)} s without an enrolment`];
};

const stopEtcd = async ({ cluster }: Stage): Promise<Notes> => {
  const before = await cluster.primary();
  await Promise.all(cluster.machines.map((machine) => machine.stopEtcd()));
  await sleep(60 * SECOND);
  for (const machine of cluster.machines) machine.startEtcd();
  await sleep(20 * SECOND);
  await whole(cluster);
  const after = await cluster.primary();
  return [before === after ? `${after.name} stayed the primary` : `!${before.name} → ${after.name}`];
};

const fillDisk = async (stage: Stage): Promise<Notes> => {
  const { cluster } = stage;
  const primary = await cluster.primary();
  if (!primary.disk) return ['not tried: only root may mount a small disk'];
  await primary.disk.fill();
  await sleep(30 * SECOND);
  await written(stage);
  await primary.disk.free();
  await sleep(10 * SECOND);
  if (!(await primary.status())) primary.startPatroni();
  await whole(cluster);
  return [`${primary.name} → ${(await cluster.primary()).name}`];
};

export const faults: readonly Fault[] = [
  { name: 'primary killed', happen: killPrimary, must: [writesBack(30), guestsServed, onlyUnavailable] },
  {
    name: 'primary frozen, then woken',
    happen: freezePrimary,
    must: [writesBack(30), guestsServed, onlyUnavailable],
  },
  { name: 'portal killed', happen: killPortal, must: [failuresAtMost(20)] },
  { name: 'portal stopped', happen: stopPortal, must: [failuresAtMost(0)] },
  { name: 'portals upgraded', happen: upgradePortals, must: [failuresAtMost(0)] },
  { name: 'standbys 60 s behind', happen: delayStandbys, must: [failuresAtMost(0)] },
  { name: 'standby for reads killed', happen: killStandby(false), must: [guestsServed, writesBack(5)] },
  { name: 'synchronous standby killed', happen: killStandby(true), must: [guestsServed, writesBack(30)] },
  {
    name: 'HAProxy restarted',
    happen: restart(({ haproxy }) => haproxy),
    must: [onlyUnavailable, writesBack(5)],
  },
  {
    name: 'PgBouncer restarted',
    happen: restartPgbouncer,
    must: [onlyUnavailable, pooledWritesBack(5)],
  },
  { name: 'etcd away for a minute', happen: stopEtcd, must: [failuresAtMost(0)] },
  {
    name: 'disk of the primary full',
    happen: fillDisk,
    must: [guestsServed, writesBack(60), onlyUnavailable],
  },
];

export const failover: Fault = {
  name: 'failover',
  happen: killPrimary,
  must: [writesBack(30), guestsServed],
};

export interface Outcome {
  readonly name: string;
  readonly seen: Seen;
  readonly notes: readonly string[];
  readonly wrong: readonly string[];
}

/** Lets a fault happen while the load goes on. */
export const tryFault = async (fault: Fault, stage: Stage): Promise<Outcome> => {
  await whole(stage.cluster);
  await sleep(3 * SECOND);
  const from = performance.now();
  const notes = await fault.happen(stage);
  await whole(stage.cluster);
  const seen = seenBetween(stage.load, { from, to: performance.now(), pooled: pooledIn(stage) });
  const broken = notes.filter((note) => note.startsWith('!')).map((note) => note.slice(1));
  const wrong = [...broken, ...fault.must.flatMap((check) => check(seen) ?? [])];
  return { name: fault.name, seen, notes: notes.filter((note) => !note.startsWith('!')), wrong };
};
