import { checkData } from '../server/src/commands/check-data.ts';
import { connect } from '../server/src/platform/database/database.ts';
import { findEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres.ts';

/** Once all journeys are over, and before the server goes with its folder: nothing that they left may be broken. */
export default async () => {
  const url = await findEmbeddedPostgres(process.env.E2E_DATA_DIR ?? '');
  if (!url) throw new Error('the database of the journeys is gone');
  const db = connect(url, { max: 1 });
  try {
    const findings = await checkData(db);
    if (findings.length > 0) throw new Error(`The data is broken: ${JSON.stringify(findings, null, 1)}`);
  } finally {
    await db.$client.end();
  }
};
