import type { AnswerOf } from '@portal/contract/endpoint';
import type { personLedger } from '@portal/contract/office/people';
import type { Column } from '@portal/kit/ui/data-table.tsx';
import { useQuery } from '@tanstack/react-query';
import { personText } from '../../text/zh-TW/person.ts';
import { personLedgerQuery } from '../api/get-person-ledger.ts';
import { classColumns } from './class-columns.tsx';
import { PartTable } from './part-table.tsx';
import { useShownPerson } from './use-shown-person.ts';

const text = personText.money;

type Row = AnswerOf<typeof personLedger>[number];

const amount = (key: 'charged' | 'received' | 'refunded' | 'balance'): Column<Row> => ({
  key,
  header: text[key],
  cell: (row) => (
    <span className={`tabular ${key === 'balance' && row.balance > 0 ? 'font-semibold' : ''}`}>
      {text.amount(row[key])}
    </span>
  ),
});

const columns = [
  ...classColumns<Row>(),
  amount('charged'),
  amount('received'),
  amount('refunded'),
  amount('balance'),
];

export const LedgerTab = () => (
  <PartTable
    columns={columns}
    empty={personText.empty.ledger}
    query={useQuery(personLedgerQuery(useShownPerson().id))}
    rowKey={({ registrationId }) => registrationId}
    title={personText.tab.ledger}
  />
);
