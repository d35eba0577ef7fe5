import { buildApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/platform/config.ts';
import { connect } from '../../server/src/platform/database/database.ts';
import { openFiles } from '../../server/src/platform/files/files.ts';
import { createLog } from '../../server/src/platform/observe/log.ts';
import { scansOf, tablesAbove } from '../../server/test/plans/plans.ts';
import { record } from '../../server/test/plans/recorder.ts';
import type { Load } from './load.ts';

const MANY_ROWS = 10_000;

interface Called {
  readonly what: string;
  readonly load: Load;
}

/** The big tables that statements of these calls read from end to end, as PostgreSQL plans them once for all values. */
export const scansAt = async (database: string, calls: readonly Called[]): Promise<string[]> => {
  const db = connect(database);
  const config = readConfig({ ...process.env, DATABASE_URL: database });
  const app = await buildApp({
    ...{ db, config, files: openFiles(config), log: createLog('warn'), clock: () => new Date() },
  });
  try {
    const many = await tablesAbove(db, MANY_ROWS);
    const found: string[] = [];
    for (const { what, load } of calls) {
      const { headers = {}, body, path = load.url } = load.request?.(0) ?? {};
      const call = { method: load.method ?? ('GET' as const), url: path, headers };
      const statements = await record(async () => {
        const { statusCode } = await app.inject({ ...call, ...(body && { payload: body }) });
        if (statusCode !== 200) throw new Error(`${what}: ${path} was answered with ${statusCode}`);
      });
      const scans = Object.values(await scansOf(db, statements)).flat();
      found.push(...scans.filter((table) => many.includes(table)).map((table) => `${what}: ${table}`));
    }
    return found;
  } finally {
    await app.close();
    await db.$client.end();
  }
};
