import { rotateKey } from '../certificates/verify/keys.ts';
import { readConfig } from '../platform/config.ts';
import { connect, inTransaction } from '../platform/database/database.ts';
import { openDatabase } from './open-database.ts';

/* `npm run certificates:rotate-key`: certificates are signed with a new key; those signed before stay valid. */

const main = async () => {
  const database = await openDatabase(readConfig(process.env));
  const db = connect(database.url, { max: 1 });
  try {
    const kid = await inTransaction(db, (tx) => rotateKey(tx, new Date()));
    console.log(`✓ Certificates are signed with the new key ${kid}. Former keys stay published.`);
  } finally {
    await db.$client.end();
    await database.stop();
  }
};

if (import.meta.main) await main();
