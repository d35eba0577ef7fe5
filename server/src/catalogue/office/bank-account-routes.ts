import * as contract from '@portal/contract/office/catalogue';
import type { Context } from '../../audit/actor.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { findBankAccountRows } from '../bank-accounts/bank-account-queries.ts';
import { closeBankAccount } from '../bank-accounts/close-bank-account.ts';
import { createBankAccount } from '../bank-accounts/create-bank-account.ts';
import { editBankAccount } from '../bank-accounts/edit-bank-account.ts';
import { reopenBankAccount } from '../bank-accounts/reopen-bank-account.ts';

const show = async (db: Executor, { actor, now }: Context<Staff>): Promise<contract.BankAccountRow[]> =>
  (await findBankAccountRows(db, { actor, now })).map(({ account, organization, classes, version }) => ({
    ...{ id: account.id, version, organization, classes },
    ...{ bank: account.bank, bankCode: account.bankCode ?? '' },
    ...{ holder: account.holder, number: account.number, isClosed: account.closedAt !== null },
  }));

export const bankAccountOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.bankAccountList, (call) => show(db, call));

  serve(contract.createBankAccount, ({ body, idempotency, actor, now }) =>
    onceOnly(db, idempotency, now, async (tx) => {
      await createBankAccount(tx, body, { actor, now });
      return show(tx, { actor, now });
    }),
  );

  serve(contract.editBankAccount, ({ params: { id }, body, actor, now }) =>
    inTransaction(db, async (tx) => {
      await editBankAccount(tx, { ...body, id }, { actor, now });
      return show(tx, { actor, now });
    }),
  );

  serve(contract.closeBankAccount, ({ params, actor, now }) =>
    inTransaction(db, async (tx) => {
      await closeBankAccount(tx, params, { actor, now });
      return show(tx, { actor, now });
    }),
  );

  serve(contract.reopenBankAccount, ({ params, actor, now }) =>
    inTransaction(db, async (tx) => {
      await reopenBankAccount(tx, params, { actor, now });
      return show(tx, { actor, now });
    }),
  );
};
