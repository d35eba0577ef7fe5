import { isoTaipei, today } from '@portal/contract/dates';
import type { StatementPreview, StatementShape } from '@portal/contract/office/statements';
import type { Executor } from '../platform/database/database.ts';
import { type BankAccount, compareWithKnown, findShapes, findStatement, hasLinesBetween } from './queries.ts';
import { readForPreview } from './run-in-worker.ts';

/** The digits of the account number. */
export const accountDigits = ({ number }: Pick<BankAccount, 'number'>): string => number.replace(/\D/g, '');

/** Reads the file and compares it with the lines of the account. Stores nothing. */
export const previewStatement = async (
  db: Executor,
  account: BankAccount,
  { bytes, shape: given, now }: { bytes: Uint8Array; shape?: StatementShape | undefined; readonly now: Date },
): Promise<StatementPreview> => {
  const context = { today: today(now), ownAccount: accountDigits(account) };
  const remembered = await findShapes(db, account.id);
  const read = await readForPreview({ bytes, given, remembered, ...context });
  const { sha256, keys, counts, problems, ...shown } = read;
  const { known, doubles } = await compareWithKnown(db, account.id, keys);
  const imported = await findStatement(db, account.id, sha256);
  const suspicious = known === 0 && (await hasLinesBetween(db, account.id, read));
  return {
    ...shown,
    counts: { ...counts, known, doubles },
    problems: [...problems, ...(doubles > 0 ? (['doubles'] as const) : [])],
    importedAt: imported && isoTaipei(imported.at),
    suspicious,
  };
};
