import { isoTaipei } from '@portal/contract/dates';
import type { StatementShape } from '@portal/contract/office/statement-shape';
import type { StatementPreview } from '@portal/contract/office/statements';
import type { Executor } from '../platform/database.ts';
import { readForPreview } from './ask-desk-worker.ts';
import { type Account, countKnown, findStatement, hasLinesBetween } from './queries.ts';

/** Stores nothing. */
export const previewStatement = async (
  db: Executor,
  account: Account,
  { bytes, shape: given }: { bytes: Uint8Array; shape?: StatementShape | undefined },
): Promise<StatementPreview> => {
  const read = await readForPreview({ bytes, given, remembered: account.shape });
  const { sha256, fingerprints, counts, ...shown } = read;
  const known = await countKnown(db, account.id, fingerprints);
  const imported = await findStatement(db, account.id, sha256);
  const suspicious = known === 0 && (await hasLinesBetween(db, account.id, read));
  return {
    ...shown,
    counts: { ...counts, known },
    importedAt: imported && isoTaipei(imported.at),
    suspicious,
  };
};
