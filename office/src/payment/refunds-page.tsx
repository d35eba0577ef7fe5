import { exportRefunds, type RefundRow, refundList, refundStateNames } from '@portal/contract/office/payment';
import { notify } from '@portal/kit/browser/notices.ts';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';
import type { ReactNode } from 'react';
import { RegistrationLink } from '../enrolment/registration-link.tsx';
import { DialogButton } from '../forms/dialog-button.tsx';
import { type List, loadList, runExport } from '../lists/list.ts';
import { ListPage } from '../lists/list-page.tsx';
import { PersonName } from '../people/person-name.tsx';
import { useDeskChanged } from '../statements/use-desk-changed.ts';
import { paymentsText } from '../text/zh-TW/payments.ts';
import { waiveRefund } from './api/waive-refund.ts';
import { DayAndTime } from './day-and-time.tsx';
import { PaymentReasonDialog } from './payment-reason-dialog.tsx';
import { PaymentsNav } from './payments-nav.tsx';
import { ChangeRefundDialog, PayRefundDialog } from './refund-dialogs.tsx';

const text = paymentsText.refund;

const tones: Readonly<Record<RefundRow['state'], Tone>> = {
  due: 'warn',
  paid: 'ok',
  waived: 'neutral',
  withdrawn: 'neutral',
};

interface ActProps {
  label: string;
  name: string;
  dialog: (close: () => void, done: () => void) => ReactNode;
  done: string;
}

const Act = ({ label, name, dialog, done }: ActProps) => {
  const changed = useDeskChanged();
  const finish = () => {
    notify(done, 'success');
    changed();
  };
  return (
    <span className="whitespace-nowrap">
      <DialogButton dialog={(close) => dialog(close, finish)} label={label} name={name} variant="quiet" />
    </span>
  );
};

const RefundActs = ({ row }: { row: RefundRow }) => {
  const { can, person } = row;
  return (
    <div className="flex flex-wrap gap-x-2">
      {can.pay && (
        <Act
          dialog={(close, done) => <PayRefundDialog onClose={close} onDone={done} row={row} />}
          done={text.pay.done}
          label={text.pay.open}
          name={text.pay.of(person)}
        />
      )}
      {can.change && (
        <Act
          dialog={(close, done) => <ChangeRefundDialog onClose={close} onDone={done} row={row} />}
          done={text.change.done}
          label={text.change.open}
          name={text.change.of(person)}
        />
      )}
      {can.waive && (
        <Act
          dialog={(close, done) => (
            <PaymentReasonDialog
              lead={null}
              onClose={close}
              onDone={done}
              run={(reason) => waiveRefund(row.id, reason)}
              submit={text.waive.open}
              title={text.waive.title}
            />
          )}
          done={text.waive.done}
          label={text.waive.open}
          name={text.waive.of(person)}
        />
      )}
      {can.why && <span className="text-ink-soft text-sm">{can.why}</span>}
    </div>
  );
};

const settledText = ({ state, paidOn, reference, waiveReason }: RefundRow): string | null => {
  if (state === 'paid') return text.paid(paidOn ?? '', reference ?? '');
  return state === 'waived' ? waiveReason : null;
};

const stateOptions = Object.entries(refundStateNames).map(([value, label]) => ({ value, label }));

const refundsList: List<RefundRow> = {
  name: 'refunds',
  title: paymentsText.refunds,
  caption: text.caption,
  empty: text.empty,
  sort: '-createdAt',
  rowKey: ({ id }) => id,
  load: loadList(refundList),
  exported: { run: runExport(exportRefunds), hasIdentity: false },
  filters: [
    { kind: 'choice', name: 'state', label: text.state, useOptions: () => stateOptions },
    { kind: 'day', name: 'from', label: text.from },
    { kind: 'day', name: 'until', label: text.until },
  ],
  columns: [
    {
      key: 'person',
      header: text.person,
      primary: true,
      cell: ({ personId, person }) => <PersonName id={personId} name={person} />,
    },
    {
      key: 'registration',
      header: text.registration,
      cell: ({ registrationId, person }) => <RegistrationLink id={registrationId} name={person} />,
      together: true,
    },
    { key: 'class', header: text.class, cell: (row) => row.class.code, together: true },
    {
      key: 'amount',
      header: text.amount,
      align: 'end',
      cell: ({ amount, proposed }) => (
        <>
          <span className="tabular">{paymentsText.amount(amount)}</span>
          {proposed !== null && (
            <span className="block text-ink-soft text-sm">{text.changed(paymentsText.amount(proposed))}</span>
          )}
        </>
      ),
    },
    {
      key: 'reason',
      header: text.reason,
      cell: ({ reason }) => <div className="min-w-32">{reason}</div>,
    },
    {
      key: 'state',
      header: text.state,
      cell: (row) => (
        <div className="min-w-28">
          <Badge tone={tones[row.state]}>{refundStateNames[row.state]}</Badge>
          <span className="block text-ink-soft text-sm">{settledText(row)}</span>
        </div>
      ),
    },
    { key: 'entered', header: text.entered, cell: ({ enteredBy }) => enteredBy, isExtra: true },
    {
      key: 'created',
      header: text.created,
      cell: ({ createdAt }) => <DayAndTime at={createdAt} />,
      sort: 'createdAt',
    },
    { key: 'organization', header: text.organization, cell: (row) => row.class.organization, isExtra: true },
    { key: 'act', header: text.act, action: true, cell: (row) => <RefundActs row={row} /> },
  ],
};

export const RefundsPage = () => <ListPage list={refundsList} nav={<PaymentsNav />} />;
