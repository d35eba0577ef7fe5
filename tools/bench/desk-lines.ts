import type { APIRequestContext, APIResponse } from '@playwright/test';
import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import {
  importStatement,
  type OpenReport,
  previewStatement,
  statementAccounts,
  statementMatches,
} from '@portal/contract/office/statements';
import { banks } from '../../server/test/statements/banks.ts';

const read = async <E extends Endpoint>(answer: APIResponse): Promise<AnswerOf<E>> => {
  if (!answer.ok()) throw new Error(`${answer.url()}: ${await answer.text()}`);
  return (await answer.json()) as AnswerOf<E>;
};

const addressOf = ({ path }: Endpoint, id: number): string => path.replace(':id', `${id}`);

/** A payer who has mistyped the last digit: a pair that somebody has to look at. */
const mistyped = (digits: string): string => digits.slice(0, -1) + ((Number(digits.at(-1)) + 1) % 10);

/** A bank's file with one line for each report, of the amount that is due. */
const fileFor = async (reports: readonly OpenReport[]) => {
  const [bank] = banks.filter(({ name }) => name === 'taiwan');
  if (!bank) throw new Error('no such bank');
  let balance = 500_000;
  const rows = reports
    .filter(({ returned }) => returned === 0)
    .map(({ day, due, digits, name }, at) => {
      balance += due;
      const account = `0081234567${mistyped(digits)}`;
      return bank.row({ day, amount: due, account, name, memo: '跨行轉入' }, at, balance);
    });
  const buffer = await bank.encode([...bank.head, ...rows, ...bank.foot]);
  return { name: 'lines.csv', mimeType: 'text/csv', buffer };
};

/** Imports lines for all payments that are reported to the busiest account. Returns its id. */
export const importLines = async (request: APIRequestContext, url: string): Promise<number> => {
  const headers = { origin: url };
  const accounts = await read<typeof statementAccounts>(await request.get(statementAccounts.path));
  const [account] = accounts.toSorted((a, b) => b.openReports - a.openReports);
  if (!account) throw new Error('no account of a bank');
  const { id } = account;
  if (account.openLines > 0) return id;
  const { allReports } = await read<typeof statementMatches>(
    await request.get(addressOf(statementMatches, id)),
  );
  const file = await fileFor(allReports);
  const preview = await request.post(addressOf(previewStatement, id), { headers, multipart: { file } });
  const { shape } = await read<typeof previewStatement>(preview);
  const multipart = { file, shape: JSON.stringify(shape), acceptProblems: 'yes' };
  await read<typeof importStatement>(
    await request.post(addressOf(importStatement, id), { headers, multipart }),
  );
  return id;
};
