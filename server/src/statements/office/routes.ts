import { isoTaipei, today } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/statements';
import { recordExport } from '../../audit/record-export.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { exportLimit, writeExport } from '../../platform/files/export.ts';
import type { Upload } from '../../platform/http/http.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { confirmCertain } from '../confirm-certain.ts';
import { findDaySheet } from '../day-sheet.ts';
import { importStatement } from '../import-statement.ts';
import { findPaidBefore } from '../matching/paid-twice.ts';
import { unexplainedLines } from '../matching/show-matches.ts';
import { accountDigits, previewStatement } from '../preview-statement.ts';
import {
  type BankAccount,
  findBankAccount,
  findBankAccounts,
  findLastImports,
  findOpenItems,
} from '../queries.ts';
import { readForImport, runInWorker } from '../run-in-worker.ts';
import { setLineAside, takeLineBack } from '../set-line-aside.ts';
import { sheetCells, sheetHeads } from '../sheet-cells.ts';
import { takeBackStatement } from '../take-back-statement.ts';
import { presentAccounts, presentLine, presentMatches, presentSheet } from './present.ts';

const requireFile = (file: Upload | null): Upload => {
  if (!file || file.bytes.length === 0) throw new Refusal('statement_missing');
  return file;
};

const DEFAULT_FILE_NAME = '對帳單';
const fileNameOf = ({ name }: Upload): string =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
    .slice(0, 200) || DEFAULT_FILE_NAME;

const presentOne = async (db: Executor, account: BankAccount, actor: Staff) => {
  const [presented] = await presentAccounts(db, [account], actor);
  if (!presented) throw new Refusal('not_found');
  return presented;
};

const importRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.statementAccounts, async ({ query: { organization }, actor }) =>
    presentAccounts(db, await findBankAccounts(db, actor, organization), actor),
  );

  serve(contract.previewStatement, async ({ params: { id }, body: { shape }, file, actor, now }) => {
    const account = await findBankAccount(db, id, actor, 'statement.import');
    return previewStatement(db, account, { bytes: requireFile(file).bytes, shape, now });
  });

  serve(
    contract.importStatement,
    async ({ params: { id }, body: { shape, acceptProblems }, file, actor, now }) => {
      const account = await findBankAccount(db, id, actor, 'statement.import');
      const upload = requireFile(file);
      const context = { today: today(now), ownAccount: accountDigits(account) };
      const read = await readForImport({ bytes: upload.bytes, shape, ...context });
      const accepted = acceptProblems === 'yes';
      const input = { ...read, accountId: id, fileName: fileNameOf(upload), shape, acceptProblems: accepted };
      const imported = await inTransaction(db, (tx) => importStatement(tx, input, { actor, now }));
      return { ...imported, reversedUsed: imported.reversedUsed.map(presentLine) };
    },
  );

  serve(contract.takeBackStatement, async ({ params: { id }, actor, now }) => {
    await inTransaction(db, (tx) => takeBackStatement(tx, { statementId: id }, { actor, now }));
    return {};
  });
};

const matchRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.statementMatches, async ({ params: { id }, actor }) => {
    const account = await findBankAccount(db, id, actor);
    const matches = await runInWorker('showMatches', await findOpenItems(db, account));
    const paid = await findPaidBefore(db, account, unexplainedLines(matches));
    const last = (await findLastImports(db, [id])).get(id);
    return presentMatches({ account, last, matches, paid }, actor);
  });

  serve(contract.confirmCertain, async ({ params: { id }, body: { pairs }, actor, now }) => {
    const account = await findBankAccount(db, id, actor, 'payment.confirm');
    return { results: await confirmCertain(db, { account, pairs }, { actor, now }) };
  });

  serve(contract.setLineAside, async ({ params: { id }, body: { reason }, actor, now }) => {
    await inTransaction(db, (tx) => setLineAside(tx, { lineId: id, reason }, { actor, now }));
    return {};
  });

  serve(contract.takeLineBack, async ({ params: { id }, actor, now }) => {
    await inTransaction(db, (tx) => takeLineBack(tx, { lineId: id }, { actor, now }));
    return {};
  });
};

const sheetRoutes: OfficeRoutes = (serve, { db }) => {
  const limit = exportLimit();

  serve(contract.daySheet, async ({ params: { id }, query, actor }) => {
    const account = await findBankAccount(db, id, actor);
    const { from, until, ...sheet } = await findDaySheet(db, id, query);
    return { account: await presentOne(db, account, actor), from, until, ...presentSheet(sheet) };
  });

  serve(contract.exportDaySheet, async ({ params: { id }, body: { format, ...range }, actor, now }) => {
    await findBankAccount(db, id, actor);
    const { organizationId, bank, number } = await findBankAccount(db, id, actor, 'export.list');
    const { from, until, ...sheet } = await findDaySheet(db, id, range);
    const rows = sheetCells(sheet);
    const list = '日結表';
    const filter = { account: `${bank} ${number}`, from, until };
    const cells = async function* () {
      yield* rows;
    };
    return writeExport(limit, format, async () => {
      const exported = { list, filter, format, rows: rows.length, identity: false, scope: [organizationId] };
      await recordExport(db, exported, { actor, now });
      return { name: `${list} ${from ?? isoTaipei(now).slice(0, 10)}`, heads: sheetHeads, rows: cells() };
    });
  });
};

export const statementOfficeRoutes: OfficeRoutes = (...args) => {
  for (const register of [importRoutes, matchRoutes, sheetRoutes]) register(...args);
};
