import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { notify } from '@portal/kit/browser/notices.ts';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { DirectAction } from '../../forms/direct-action.tsx';
import { MoreActions } from '../../forms/more-actions.tsx';
import { focusPage } from '../../platform/focus-page.ts';
import { offerUndo } from '../../platform/undo.ts';
import { registrationText as text } from '../../text/zh-TW/registration.ts';
import { approveRegistration } from '../api/approve-registration.ts';
import { useRegistrationChanged } from '../api/get-registration.ts';
import { RejectDialog } from '../review/decide/reject-dialog.tsx';
import { ReopenDialog } from '../review/decide/reopen-dialog.tsx';
import { undoableApproval } from '../undoable-approval.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

interface ActProps {
  detail: RegistrationDetail;
}

/** The decision stands first, the other acts behind ⋯. */
export const RegistrationActs = ({ detail }: ActProps) => {
  const { approve, reject, reopen, move, cancel } = detail.can;
  return (
    <>
      {approve.allowed && <Approve detail={detail} />}
      {reject.allowed && <Reject detail={detail} />}
      {reopen.allowed && <Reopen detail={detail} />}
      {(move.allowed || cancel.allowed) && (
        <MoreActions key={detail.version} lasting={cancel.allowed && <Cancel detail={detail} />}>
          {move.allowed && <MoveButton detail={detail} />}
        </MoreActions>
      )}
    </>
  );
};

const useDone = (noticeOf: (detail: RegistrationDetail) => string) => {
  const changed = useRegistrationChanged();
  return (detail: RegistrationDetail) => {
    changed(detail);
    notify(noticeOf(detail), 'success');
    focusPage();
  };
};

const Approve = ({ detail }: ActProps) => {
  const changed = useRegistrationChanged();
  const done = (approved: RegistrationDetail) => {
    changed(approved);
    offerUndo(undoableApproval(approved));
    focusPage();
  };
  return (
    <DirectAction
      busyLabel={text.approve.busy}
      onDone={done}
      variant="primary"
      work={() => approveRegistration(detail)}
    >
      {text.approve.open}
    </DirectAction>
  );
};

const Reject = ({ detail }: ActProps) => {
  const done = useDone(() => text.reject.done);
  return (
    <DialogButton
      dialog={(close) => <RejectDialog detail={detail} onClose={close} onRejected={done} />}
      label={text.reject.open}
    />
  );
};

const Reopen = ({ detail }: ActProps) => {
  const done = useDone(() => text.reopen.done);
  return (
    <DialogButton
      dialog={(close) => <ReopenDialog detail={detail} onClose={close} onReopened={done} />}
      label={text.reopen.open}
    />
  );
};

const Cancel = ({ detail }: ActProps) => {
  const done = useDone(() => text.cancel.done);
  return (
    <DialogButton
      dialog={(close) => <CancelDialog detail={detail} onCancelled={done} onClose={close} />}
      label={text.cancel.open}
    />
  );
};

const MoveButton = ({ detail }: ActProps) => {
  const done = useDone(({ class: trainingClass }) => text.move.done(trainingClass.code));
  return (
    <DialogButton
      dialog={(close) => <MoveDialog detail={detail} onClose={close} onMoved={done} />}
      label={text.move.open}
    />
  );
};
