import { REASON_MAX, type RegistrationDetail, reopenRegistration } from '@portal/contract/office/reviews';
import { ReasonDialog } from '../../../forms/reason-dialog.tsx';
import { call } from '../../../platform/call.ts';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';

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
    label={text.reason}
    maxLength={REASON_MAX}
    onClose={onClose}
    onDone={onReopened}
    run={(reason, version) => call(reopenRegistration, { params: { id }, body: { reason, version } })}
    title={text.title(person.name)}
    version={seen}
  >
    <p className="text-ink-soft">{text.lead}</p>
  </ReasonDialog>
);
