import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import { until } from '../cluster/processes.ts';
import type { Image } from './build.ts';
import {
  type Container,
  giveAddresses,
  killAll,
  openNetwork,
  type Project,
  type Service,
  startContainer,
} from './compose.ts';

/* The second half of `npm run test:image`, in a network of its own: starts the services of deploy/compose.yaml. */

const NETWORK = 'inside';
const FIRST = 'a@example.org.tw';
const SITE = 'portal.localhost';
const READS = 20;
/** In seconds. */
const STOPS_WITHIN = 10;

interface Plan {
  readonly project: Project;
  readonly images: Readonly<Record<string, Image>>;
  readonly folder: string;
}

const expectThat = (what: string, isSo: boolean): void => {
  console.log(`${isSo ? 'yes' : 'NO '}  ${what}`);
  if (!isSo) throw new Error(`not so: ${what}`);
};

const openSite = (address: string, certificate: string) => {
  const agent = new https.Agent({ ca: certificate, servername: SITE });
  return (target: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const options = { agent, host: address, port: 443, path: target, headers: { host: SITE } };
      const request = https.get(options, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        );
      });
      request.on('error', reject);
    });
};

const fails = (container: Container, command: readonly string[]): boolean => {
  try {
    container.execute(command);
    return false;
  } catch {
    return true;
  }
};

const showConfinement = (portal: Container): void => {
  const [uid] = portal.execute(['id', '-u']).split('\n');
  expectThat(`the portal runs as user ${uid}`, uid === '10001');
  expectThat('its root cannot be written', fails(portal, ['touch', '/opt/portal/file']));
  const status = portal.execute(['cat', '/proc/1/status']);
  expectThat('it has no privilege of root', /CapBnd:\s+0+\n/.test(status) && /CapEff:\s+0+\n/.test(status));
  const version = portal.execute(['node', '--version']).trim();
  expectThat(`it brings Node.js ${version}`, version.startsWith('v24.'));
};

const invite = (portal: Container, email: string): void => {
  const command = ['node', 'server/src/commands/invite-staff.ts'];
  const answer = portal.execute([...command, '--email', email, '--name', '王小明', '--role', 'admin']);
  expectThat(`${email} is invited as an administrator`, answer.includes(`https://${SITE}/office`));
};

const psql = (database: Container, statement: string): string =>
  database
    .execute([
      'psql',
      '--host=/run/postgresql',
      '--username=postgres',
      '--tuples-only',
      '--no-align',
      'portal',
      '-c',
      statement,
    ])
    .trim();

const isCopied = (database: Container): boolean => {
  try {
    return /full backup: /.test(database.execute(['pgbackrest', '--stanza=portal', 'info']));
  } catch {
    return false;
  }
};

/** The folders of a restore, owned as docs/operations.md says. */
const makeRestored = (folder: string): Record<'database' | 'portal', string> => {
  const made = {
    database: path.join(folder, 'restored/database'),
    portal: path.join(folder, 'restored/files'),
  };
  for (const [each, user] of [
    [made.database, 999],
    [made.portal, 10_001],
  ] as const) {
    mkdirSync(path.dirname(each), { recursive: true, mode: 0o755 });
    mkdirSync(each, { mode: 0o700 });
    chownSync(each, user, user);
  }
  return made;
};

type Begin = (name: string, change?: (service: Service) => Service) => Container;

const healthy = async (container: Container): Promise<Container> => {
  const began = performance.now();
  await until(`${container.name} is healthy`, () => {
    if (!container.isAlive()) throw new Error(`${container.name} has ended:\n${container.log()}`);
    return container.isHealthy();
  });
  console.log(`${container.name} is healthy after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return container;
};

/** Waits until the proxy has its certificate and a portal. */
const openReady = async (proxy: Container, folder: string) => {
  const certificate = path.join(folder, 'volumes/proxy/caddy/pki/authorities/local/root.crt');
  let read: ReturnType<typeof openSite> | undefined;
  await until('the site is ready', async () => {
    if (!proxy.isAlive()) throw new Error(`the proxy has ended:\n${proxy.log()}`);
    try {
      read ??= openSite(proxy.address, readFileSync(certificate, 'utf8'));
      return (await read('/readyz')).status === 200;
    } catch {
      return false;
    }
  });
  if (!read) throw new Error('there is no site');
  return read;
};

const showStop = async (portal: Container): Promise<void> => {
  const { seconds, code } = await portal.stop();
  const isOrderly = seconds < STOPS_WITHIN && code === 0;
  expectThat(`${portal.name} stops ${seconds.toFixed(1)} s after SIGTERM, with ${code}`, isOrderly);
};

const showDatabaseStop = async (database: Container): Promise<void> => {
  const { seconds, code } = await database.stop();
  expectThat(`PostgreSQL stops within ${seconds.toFixed(1)} s, with ${code}`, code === 0);
};

/** As docs/operations.md says, to a moment between two invitations. */
const showRestore = async (begin: Begin, folder: string, moment: string): Promise<void> => {
  const made = makeRestored(folder);
  const moved = (service: Service): Service => ({
    ...service,
    volumes: (service.volumes ?? []).map((volume) => ({
      ...volume,
      source:
        volume.source === 'database' || volume.source === 'portal' ? made[volume.source] : volume.source,
    })),
  });
  const script = '/opt/portal/deploy/backup/restore.sh';
  const command = [script, moment, '/var/lib/postgresql/data', '/var/lib/portal/files'];
  const restore = begin('restore', (service) => ({ ...moved(service), command }));
  await until('the copy is restored', () => !restore.isAlive());
  const { code } = await restore.stop();
  if (code !== 0) throw new Error(`restore.sh ended with ${code}:\n${restore.log()}`);
  const database = await healthy(begin('database', moved));
  const portal = await healthy(begin('portal1', moved));
  const people = psql(database, 'select string_agg(email, $$ $$) from staff_accounts');
  expectThat(`restored to the moment between two invitations, there is ${people}`, people === FIRST);
  const checked = portal.execute(['node', 'server/src/commands/check-data.ts']).trim();
  expectThat(`check:data says ${checked}`, true);
};

const run = async ({ project, images, folder }: Plan): Promise<void> => {
  const addresses = giveAddresses(project, NETWORK, openNetwork(project, NETWORK));
  const place = { folder, network: NETWORK, addresses };
  const begin: Begin = (name, change = (service) => service) => {
    const service = project.services[name];
    const image = service && images[service.image];
    if (!service || !image) throw new Error(`there is no image for ${name}`);
    return startContainer(name, change(service), image, place);
  };

  const first = await healthy(begin('database'));
  const portal1 = await healthy(begin('portal1'));
  const portal2 = await healthy(begin('portal2'));
  showConfinement(portal1);
  const read = await openReady(begin('proxy'), folder);
  const page = await read('/');
  const isPage = page.status === 200 && /<html [^>]*lang="zh-/.test(page.text);
  if (!isPage) console.log(page.status, page.text.slice(0, 500));
  expectThat('/readyz answers 200 by HTTPS, and / with the first page', isPage);
  invite(portal1, FIRST);

  const copies = begin('copies');
  await until('the first copy is made', () => {
    if (!copies.isAlive()) throw new Error(`the copies have ended:\n${copies.log()}`);
    return isCopied(first);
  });
  await portal1.kill();
  const statuses = [];
  for (let n = 0; n < READS; n += 1) statuses.push((await read('/api/classes')).status);
  const isServed = statuses.every((status) => status === 200);
  expectThat(`with one portal killed, all of ${READS} reads are answered`, isServed);

  await showStop(portal2);
  await showDatabaseStop(first);
  const second = await healthy(begin('database'));
  const again = await healthy(begin('portal1'));
  await until('the site is ready after a restart', async () => (await read('/readyz')).status === 200);
  console.log('yes  after a restart the site is ready');
  const moment = psql(second, 'select clock_timestamp()');
  invite(again, 'b@example.org.tw');
  psql(second, 'select pg_switch_wal()');
  const archived = `select from pg_stat_archiver where last_archived_time > '${moment}'`;
  await until('the log is copied', () => psql(second, `select exists (${archived})`) === 't');
  await showStop(again);
  await copies.stop();
  await showDatabaseStop(second);
  await showRestore(begin, folder, moment);
};

const [file = ''] = process.argv.slice(2);
try {
  await run(JSON.parse(readFileSync(file, 'utf8')));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await killAll();
}
