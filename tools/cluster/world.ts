import { connect, type Database } from '../../server/src/platform/database/database.ts';
import { buildCrowd, buildOpenClass, type Person } from '../../server/test/race/crowd.ts';

const PEOPLE = 4_000;
const CLASSES = 60;
const SEATS = 9_999;

export interface World {
  readonly people: readonly Person[];
  readonly codes: readonly string[];
  /** The addresses that guests look at. */
  readonly guestPaths: readonly string[];
  /** Publishes another class and returns its code. */
  publish(): Promise<string>;
}

/** People who are logged in, and classes with a seat for everybody. */
export const buildWorld = async (url: string): Promise<World> => {
  const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const db = connect(url, { max: 2, settings: { statement_timeout: '60000' } });
    try {
      return await work(db);
    } finally {
      await db.$client.end();
    }
  };
  return withDatabase(async (db) => {
    const people = await buildCrowd(db, PEOPLE);
    const codes: string[] = [];
    while (codes.length < CLASSES) codes.push((await buildOpenClass(db, SEATS)).code);
    const pages = ['/', '/ClassInfo', '/api/banners', '/api/footer', '/api/IntroTypes'];
    const lists = Array.from(
      { length: 10 },
      (_, n) => `/api/classes?type=Pagination&num=10&page=${1 + (n % 6)}`,
    );
    const details = codes.flatMap((code) => [`/api/class/${code}`, `/ClassInfo/${code}`]);
    const publish = () => withDatabase(async (own) => (await buildOpenClass(own, SEATS)).code);
    return { people, codes, guestPaths: [...pages, ...lists, ...details], publish };
  });
};
