import * as contract from '@portal/contract/office/choices';
import type { Context } from '../../audit/actor.ts';
import { type Executor, inTransaction, type Tx } from '../../platform/database/database.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { addChoice } from '../choices/add-choice.ts';
import { findChoiceRows } from '../choices/choice-queries.ts';
import { editChoice } from '../choices/edit-choice.ts';
import { orderChoices } from '../choices/order-choices.ts';
import { restoreChoice } from '../choices/restore-choice.ts';
import { retireChoice } from '../choices/retire-choice.ts';

const showList = async (db: Executor, list: contract.ChoiceList): Promise<contract.Choice[]> =>
  (await findChoiceRows(db, list)).map(({ retiredAt, ...choice }) => ({
    ...choice,
    isRetired: retiredAt !== null,
  }));

const show = async (db: Executor): Promise<contract.Choices> => ({
  careers: await showList(db, 'careers'),
  educations: await showList(db, 'educations'),
  educationStatuses: await showList(db, 'educationStatuses'),
});

export const choiceOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  const change = (work: (tx: Tx) => Promise<void>) =>
    inTransaction(db, async (tx) => {
      await work(tx);
      return show(tx);
    });
  const contextOf = ({ actor, now }: Context<Staff>) => ({ actor, now });

  serve(contract.choices, () => show(db));

  serve(contract.addChoice, ({ params: { list }, body, idempotency, ...call }) =>
    onceOnly(db, idempotency, call.now, async (tx) => {
      await addChoice(tx, { ...body, list }, contextOf(call));
      return show(tx);
    }),
  );

  serve(contract.orderChoices, ({ params: { list }, body, ...call }) =>
    change((tx) => orderChoices(tx, { ...body, list }, contextOf(call))),
  );

  serve(contract.editChoice, ({ params, body, ...call }) =>
    change((tx) => editChoice(tx, { ...body, ...params }, contextOf(call))),
  );

  serve(contract.retireChoice, ({ params, ...call }) =>
    change((tx) => retireChoice(tx, params, contextOf(call))),
  );

  serve(contract.restoreChoice, ({ params, ...call }) =>
    change((tx) => restoreChoice(tx, params, contextOf(call))),
  );
};
