import { importStatement } from '@portal/contract/office/statements';
import type { Database } from '../../src/platform/database/database.ts';
import { buildBankAccount } from '../factories/catalogue.ts';
import { buildStaff, enterOffice, grant } from '../factories/staff.ts';
import { type PlainLine, plainCsv, plainShape } from '../factories/statement.ts';
import { multipart } from '../multipart.ts';
import type { ServerProcess } from './server-process.ts';

/* A cashier of a server in a process of its own. */

export interface Cashier {
  readonly accountId: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A bank account, and somebody signed in who may import its statements. */
export const buildCashier = async (db: Database): Promise<Cashier> => {
  const account = await buildBankAccount(db);
  const staff = await buildStaff(db, { grants: [grant('cashier')] });
  const cookie = await enterOffice(db, staff, { now: new Date() });
  return { accountId: account.id, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
};

/** The form in which a cashier uploads a statement with these lines. */
export const statementForm = (lines: readonly PlainLine[]) => {
  const file = { bytes: plainCsv(lines), name: '對帳單.csv', type: 'text/csv' };
  return multipart({ fields: { shape: JSON.stringify(plainShape) }, file });
};

/** The status of the answer, 0 where the connection broke before one came. */
export const sendStatement = async (
  { address }: Pick<ServerProcess, 'address'>,
  { accountId, headers }: Cashier,
  form: Awaited<ReturnType<typeof statementForm>>,
): Promise<number> => {
  const url = `${address}${importStatement.path.replace(':id', `${accountId}`)}`;
  try {
    const sent = { method: 'POST', headers: { ...headers, ...form.headers }, body: form.body };
    const response = await fetch(url, sent);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
};
