import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';

/** How a link breaks when a COMMIT is sent: it never arrives, or it is done and its answer is lost. */
export type CommitCut = 'before' | 'after';

export interface DatabaseLink {
  /** Leads through the link. */
  readonly url: string;
  /** Keeps the connections open, and delivers nothing any more. */
  fallSilent(): void;
  /** Ends every connection, and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
  /** Breaks the connection of the next COMMIT. Settles when that has happened. */
  cutAtCommit(how: CommitCut): Promise<void>;
  close(): void;
}

/** The text of a statement, in a simple query or in a message that parses it. */
const COMMIT = Buffer.from('commit\0');

const dialFor = (url: string) => {
  const { host, port } = new pg.Client({ connectionString: url });
  return () => (host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host));
};

const urlThrough = (url: string, { port }: AddressInfo): string => {
  const { user = '', password, database } = new pg.Client({ connectionString: url });
  const owner = [user, password ?? ''].map(encodeURIComponent).join(':');
  return `postgresql://${owner}@127.0.0.1:${port}/${database}`;
};

/** A link to the database that can break, as a network or a failover breaks it. */
export const openDatabaseLink = async (url: string): Promise<DatabaseLink> => {
  const dial = dialFor(url);
  const ends = new Set<Socket>();
  let isCut = false;
  let atCommit: { readonly how: CommitCut; readonly done: () => void } | null = null;

  const breakAtCommit = (near: Socket, far: Socket, sent: Buffer): boolean => {
    if (!atCommit || !sent.includes(COMMIT)) return false;
    const { how, done } = atCommit;
    atCommit = null;
    const end = () => {
      for (const side of [near, far]) side.destroy();
      done();
    };
    if (how === 'before') end();
    else {
      far.unpipe(near);
      // The first bytes after a COMMIT are its answer.
      far.once('data', end).resume();
      far.write(sent);
    }
    return true;
  };

  const server = net.createServer((near) => {
    if (isCut) return void near.on('error', () => {}).destroy();
    const far = dial();
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end
        .on('error', () => {})
        .once('close', () => {
          ends.delete(end);
          other.destroy();
        });
    }
    near.on('data', (sent) => breakAtCommit(near, far, sent) || far.write(sent));
    far.pipe(near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  const endAll = () => {
    for (const end of ends) end.destroy();
  };
  return {
    url: urlThrough(url, server.address() as AddressInfo),
    fallSilent: () => {
      for (const end of ends) end.unpipe().removeAllListeners('data');
    },
    cut: () => {
      isCut = true;
      endAll();
    },
    restore: () => {
      isCut = false;
    },
    cutAtCommit: (how) =>
      new Promise((done) => {
        atCommit = { how, done };
      }),
    close: () => {
      server.close();
      endAll();
    },
  };
};
