import type { OfficeSession } from '@portal/contract/office/staff';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { useSetSession } from '../../platform/session.ts';
import { staffText } from '../../text/zh-TW/staff.ts';
import { CodeForm } from './code-form.tsx';
import { ProofByPasswordForm } from './proof-by-password-form.tsx';

interface StepUpDialogProps {
  session: OfficeSession;
  onProved: () => void;
  onClose: () => void;
}

export const StepUpDialog = ({ session: { factors, email }, onProved, onClose }: StepUpDialogProps) => {
  const setSession = useSetSession();
  const prove = (session: OfficeSession) => {
    setSession(session);
    onProved();
  };
  return (
    <Dialog isForm onClose={onClose} open title={staffText.stepUp.title}>
      <div className="space-y-4">
        <p>{staffText.stepUp.lead}</p>
        {factors.totp || factors.passkeys > 0 ? (
          <CodeForm factors={factors} onProved={prove} />
        ) : (
          <ProofByPasswordForm email={email} onProved={prove} />
        )}
      </div>
    </Dialog>
  );
};
