import type { StatementLine } from '@portal/contract/office/statements';
import { notify } from '@portal/kit/browser/notices.ts';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { PaymentReasonDialog } from '../../payment/payment-reason-dialog.tsx';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { setLineAside } from '../api/set-line-aside.ts';
import { useDeskChanged } from '../use-desk-changed.ts';
import { LineSummary } from './line-text.tsx';

const text = paymentsText.ask.aside;

export const AsideButton = ({ line }: { line: StatementLine }) => {
  const changed = useDeskChanged();
  const done = () => {
    notify(text.done, 'success');
    changed();
  };
  return (
    <DialogButton
      dialog={(close) => (
        <PaymentReasonDialog
          lead={
            <div className="space-y-2">
              <LineSummary line={line} />
              <p>{text.lead}</p>
            </div>
          }
          maxLength={200}
          onClose={close}
          onDone={done}
          run={(reason) => setLineAside(line.id, reason)}
          submit={text.submit}
          title={text.title}
        />
      )}
      label={paymentsText.matches.aside}
      variant="quiet"
    />
  );
};
