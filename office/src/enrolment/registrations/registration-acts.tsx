import type { RegistrationDetail } from '@portal/contract/office/reviews';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isConflict } from '../../forms/use-versions.ts';
import { registrationText as text } from '../../text/zh-TW/registration.ts';
import { approveRegistration } from '../api/approve-registration.ts';
import { registrationQuery, useRegistrationChanged } from '../api/get-registration.ts';
import { Section } from '../detail/section.tsx';
import { RejectDialog } from '../review/decide/reject-dialog.tsx';
import { ReopenDialog } from '../review/decide/reopen-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

interface ActProps {
  detail: RegistrationDetail;
}

export const RegistrationActs = ({ detail }: ActProps) => {
  const { approve, reject, reopen, move, cancel } = detail.can;
  const offered = [approve, reject, reopen, move, cancel].some(({ allowed }) => allowed);
  return (
    <Section title={text.acts}>
      {!offered && <p className="text-ink-soft">{text.noActs}</p>}
      <div className="flex flex-wrap gap-3">
        {approve.allowed && <Approve detail={detail} />}
        {reject.allowed && <Reject detail={detail} />}
        {reopen.allowed && <Reopen detail={detail} />}
        {move.allowed && <Move detail={detail} />}
        {cancel.allowed && <Cancel detail={detail} />}
      </div>
    </Section>
  );
};

/** The button that was pressed may be gone: the focus goes to the heading of the acts. */
const focusActs = () => document.getElementById('content')?.focus({ preventScroll: true });

const useDone = (told: (detail: RegistrationDetail) => string) => {
  const changed = useRegistrationChanged();
  return (detail: RegistrationDetail) => {
    changed(detail);
    notify(told(detail), 'success');
    focusActs();
  };
};

/** It takes nothing away: no question is asked. */
const Approve = ({ detail: { id, version } }: ActProps) => {
  const queries = useQueryClient();
  const send = useSending({
    mutationFn: () => approveRegistration({ id, version }),
    onSuccess: useDone(() => text.approve.done),
    onError: (error: Error) => {
      notify(failureText(error), 'danger');
      if (isConflict(error)) void queries.invalidateQueries({ queryKey: registrationQuery(id).queryKey });
    },
  });
  return (
    <Button
      busy={send.isPending}
      busyLabel={text.approve.busy}
      onClick={() => send.mutate()}
      variant="primary"
    >
      {text.approve.open}
    </Button>
  );
};

interface ConfirmedActionProps {
  label: string;
  dialog: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
const ConfirmedAction = ({ label, dialog }: ConfirmedActionProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
};

const Reject = ({ detail }: ActProps) => {
  const done = useDone(() => text.reject.done);
  return (
    <ConfirmedAction
      dialog={(close) => <RejectDialog detail={detail} onClose={close} onRejected={done} />}
      label={text.reject.open}
    />
  );
};

const Reopen = ({ detail }: ActProps) => {
  const done = useDone(() => text.reopen.done);
  return (
    <ConfirmedAction
      dialog={(close) => <ReopenDialog detail={detail} onClose={close} onReopened={done} />}
      label={text.reopen.open}
    />
  );
};

const Cancel = ({ detail }: ActProps) => {
  const done = useDone(() => text.cancel.done);
  return (
    <ConfirmedAction
      dialog={(close) => <CancelDialog detail={detail} onCancelled={done} onClose={close} />}
      label={text.cancel.open}
    />
  );
};

const Move = ({ detail }: ActProps) => {
  const done = useDone(({ class: opening }) => text.move.done(opening.code));
  return (
    <ConfirmedAction
      dialog={(close) => <MoveDialog detail={detail} onClose={close} onMoved={done} />}
      label={text.move.open}
    />
  );
};
