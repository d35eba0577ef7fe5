import { type SignedStatusList, signedText } from '@portal/contract/certificate-status';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';
import { certificateContents, certificates } from '../tables.ts';
import { findSigningKey, signEs256 } from './keys.ts';

/** Room for 100,000 certificates. */
const MIN_BITS = 2 ** 17;

/** That a certificate has expired follows from its date, and is not in the list. */
const findEnded = async (db: Executor): Promise<{ ended: number[]; highest: number }> => {
  const { rows } = await db.execute<{ ended: number[] | null; highest: number | null }>(sql`
    select (select max(status_index) from ${certificateContents}) as highest, array(
      select k.status_index from ${certificateContents} k join ${certificates} c on c.id = k.certificate_id
      where c.state in ('renewed', 'corrected', 'revoked')) as ended`);
  return { ended: rows[0]?.ended ?? [], highest: rows[0]?.highest ?? 0 };
};

const sizeFor = (highest: number): number =>
  highest < MIN_BITS ? MIN_BITS : 2 ** Math.ceil(Math.log2(highest + 1));

/** The signed list for checks without network. */
export const makeStatusList = async (db: Executor, now: Date): Promise<SignedStatusList> => {
  const { ended, highest } = await findEnded(db);
  const bytes = Buffer.alloc(sizeFor(highest) / 8);
  for (const index of ended) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (0x80 >> (index & 7));
  const key = await findSigningKey(db);
  const [issuedAt, bits] = [now.toISOString(), bytes.toString('base64url')];
  const signature = signEs256(key, Buffer.from(signedText({ issuedAt, bits })));
  return { kid: key.kid, issuedAt, bits, signature: Buffer.from(signature).toString('base64url') };
};
