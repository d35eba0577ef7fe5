import { ConfirmDialog } from '@portal/kit/ui/dialog.tsx';
import { formsText } from '../text/zh-TW/forms.ts';

const text = formsText.leave;

interface LeaveQuestionProps {
  onLeave: () => void;
  onStay: () => void;
}

export const LeaveQuestion = ({ onLeave, onStay }: LeaveQuestionProps) => (
  <ConfirmDialog
    cancelLabel={text.stay}
    confirmLabel={text.leave}
    onClose={onStay}
    onConfirm={onLeave}
    open
    text={text.question}
    title={text.title}
  />
);
