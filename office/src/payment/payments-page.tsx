import { readable } from '@portal/contract/dates';
import {
  exportPayments,
  kindNames,
  methodNames,
  type PaymentRow,
  paymentList,
} from '@portal/contract/office/payment';
import { notify } from '@portal/kit/browser/notices.ts';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';
import { DialogButton } from '../forms/dialog-button.tsx';
import { type List, loadList, runExport } from '../lists/list.ts';
import { ListPage } from '../lists/list-page.tsx';
import { PersonNames } from '../people/person-names.tsx';
import { useDeskChanged } from '../statements/use-desk-changed.ts';
import { paymentsText } from '../text/zh-TW/payments.ts';
import { undoPayment } from './api/undo-payment.ts';
import { DayAndTime } from './day-and-time.tsx';
import { PaymentReasonDialog } from './payment-reason-dialog.tsx';
import { PaymentsNav } from './payments-nav.tsx';

const text = paymentsText.list;
const ask = paymentsText.ask.undo;

const tones: Readonly<Record<PaymentRow['kind'], Tone>> = { full: 'ok', partial: 'warn', surplus: 'info' };

const namesOf = ({ for: paid }: PaymentRow): string =>
  paid.map(({ code, people }) => `${people.map(({ name }) => name).join('、')}（${code}）`).join('、');

/** A code is not broken at its hyphens. */
const Names = ({ row }: { row: PaymentRow }) =>
  row.for.map(({ code, people }) => (
    <div key={code}>
      <PersonNames people={people} />
      <span className="whitespace-nowrap">（{code}）</span>
    </div>
  ));

const noteOf = ({ note, undone }: PaymentRow): string | null =>
  undone ? text.undoneBy(readable(undone.at), undone.by ?? text.system, undone.reason) : note;

const UndoButton = ({ row }: { row: PaymentRow }) => {
  const changed = useDeskChanged();
  return (
    <DialogButton
      dialog={(close) => (
        <PaymentReasonDialog
          lead={
            <div className="space-y-2">
              <p className="font-semibold">{namesOf(row)}</p>
              <p>{ask.lead}</p>
            </div>
          }
          onClose={close}
          onDone={() => {
            notify(ask.done, 'success');
            changed();
          }}
          run={(reason) => undoPayment(row.id, reason)}
          submit={ask.submit}
          title={ask.title}
        />
      )}
      label={text.undo}
      name={text.undoOf(namesOf(row))}
      variant="quiet"
    />
  );
};

const options = (names: Readonly<Record<string, string>>) => () =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const paymentsList: List<PaymentRow> = {
  name: 'payments',
  title: paymentsText.payments,
  caption: text.caption,
  empty: text.empty,
  sort: '-createdAt',
  rowKey: ({ id }) => id,
  load: loadList(paymentList),
  exported: { run: runExport(exportPayments), hasIdentity: false },
  filters: [
    { kind: 'linked', name: 'organization', label: text.oneOrganization },
    { kind: 'choice', name: 'kind', label: text.kind, useOptions: options(kindNames) },
    { kind: 'choice', name: 'method', label: text.method, useOptions: options(methodNames) },
    { kind: 'choice', name: 'undone', label: text.undone, useOptions: options(text.undoneFilter) },
    { kind: 'day', name: 'from', label: text.from, isFurther: true },
    { kind: 'day', name: 'until', label: text.until, isFurther: true },
  ],
  columns: [
    { key: 'for', header: text.for, cell: (row) => <Names row={row} />, primary: true },
    {
      key: 'amount',
      header: text.amount,
      cell: ({ amount }) => paymentsText.amount(amount),
      align: 'end',
      together: true,
    },
    {
      key: 'kind',
      header: text.kind,
      cell: ({ kind, undone }) => (
        <Badge tone={undone ? 'neutral' : tones[kind]}>
          {undone ? text.undoneFilter.yes : kindNames[kind]}
        </Badge>
      ),
    },
    { key: 'method', header: text.method, cell: ({ method }) => methodNames[method], together: true },
    { key: 'received', header: text.received, cell: ({ receivedOn }) => receivedOn, together: true },
    {
      key: 'created',
      header: text.created,
      cell: ({ createdAt }) => <DayAndTime at={createdAt} />,
      sort: 'createdAt',
    },
    { key: 'by', header: text.by, cell: ({ createdBy }) => createdBy ?? text.system, together: true },
    { key: 'account', header: text.account, cell: ({ account }) => account, isExtra: true },
    {
      key: 'organization',
      header: text.organization,
      cell: ({ organization }) => organization,
      isExtra: true,
    },
    {
      key: 'note',
      header: text.note,
      cell: (row) => {
        const note = noteOf(row);
        return note && <div className="min-w-20">{note}</div>;
      },
    },
    {
      key: 'act',
      header: text.act,
      cell: (row) => (row.canUndo ? <UndoButton row={row} /> : null),
      action: true,
      together: true,
    },
  ],
};

export const PaymentsPage = () => <ListPage list={paymentsList} nav={<PaymentsNav />} />;
