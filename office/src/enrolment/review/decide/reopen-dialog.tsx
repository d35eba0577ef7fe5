import { REASON_MAX, type RegistrationDetail } from '@portal/contract/office/enrolment';
import { ReasonDialog } from '../../../forms/reason-dialog.tsx';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import { reopenRegistration } from '../../api/reopen-registration.ts';

const text = reviewsText.reopen;

interface ReopenDialogProps {
  detail: RegistrationDetail;
  onReopened: (detail: RegistrationDetail) => void;
  onClose: () => void;
}

export const ReopenDialog = ({
  detail: { id, version: seen, person },
  onReopened,
  onClose,
}: ReopenDialogProps) => (
  <ReasonDialog
    button={{ label: reviewsText.decide.reopen }}
    label={text.reason}
    maxLength={REASON_MAX}
    onClose={onClose}
    onDone={onReopened}
    run={(reason, version) => reopenRegistration(id, { reason, version })}
    title={text.title(person.name)}
    version={seen}
  >
    <p className="text-ink-soft">{text.lead}</p>
  </ReasonDialog>
);
