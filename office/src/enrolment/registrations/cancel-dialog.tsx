import { REASON_MAX, type RegistrationDetail } from '@portal/contract/office/enrolment';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { registrationText } from '../../text/zh-TW/registration.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { cancelRegistration } from '../api/cancel-registration.ts';

const text = registrationText.cancel;

interface CancelDialogProps {
  detail: RegistrationDetail;
  onCancelled: (detail: RegistrationDetail) => void;
  onClose: () => void;
}

/** 取消報名 by staff, with the reason that the trainee is told. */
export const CancelDialog = ({ detail, onCancelled, onClose }: CancelDialogProps) => {
  const { id, person, state } = detail;
  const { held } = detail.ledger;
  return (
    <ReasonDialog
      button={{ label: text.open, back: text.back }}
      label={text.reason}
      maxLength={REASON_MAX}
      onClose={onClose}
      onDone={onCancelled}
      run={(reason, version) => cancelRegistration(id, { reason, version })}
      title={text.title(person.name)}
      version={detail.version}
    >
      <p>{text.lead}</p>
      {held > 0 && <Notice tone="warn">{text.refund(reviewsText.registration.amount(held))}</Notice>}
      {state === 'reported' && <Notice tone="warn">{text.reported}</Notice>}
    </ReasonDialog>
  );
};
