import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { ConfirmDialog } from '@portal/kit/ui/dialog.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { type ComponentProps, useState } from 'react';
import { useAct } from './use-act.ts';

interface ConfirmedActionProps<Answer> {
  children: string;
  /** If several buttons have the same text. */
  label?: string | undefined;
  title: string;
  question: string;
  confirmLabel: string;
  variant?: ComponentProps<typeof Button>['variant'];
  work: () => Promise<Answer>;
  onDone: (answer: Answer) => void;
}

/** If somebody else changed the record first, it closes and the page shows what is there now. */
export const ConfirmedAction = <Answer,>(props: ConfirmedActionProps<Answer>) => {
  const { children, label, title, question, confirmLabel, variant, work, onDone } = props;
  const [isOpen, setOpen] = useState(false);
  const send = useAct<Answer>({
    work,
    onDone: (answer) => {
      setOpen(false);
      onDone(answer);
    },
    onConflict: (why) => {
      setOpen(false);
      notify(why, 'danger');
    },
  });
  const close = () => {
    setOpen(false);
    send.reset();
  };
  return (
    <>
      <Button aria-haspopup="dialog" aria-label={label} onClick={() => setOpen(true)} variant={variant}>
        {children}
      </Button>
      <ConfirmDialog
        busy={send.isPending}
        confirmLabel={confirmLabel}
        onClose={close}
        onConfirm={() => send.mutate()}
        open={isOpen}
        text={<QuestionText error={send.error} question={question} />}
        title={title}
      />
    </>
  );
};

const QuestionText = ({ question, error }: { question: string; error: Error | null }) => (
  <div className="space-y-4">
    <p>{question}</p>
    {error && (
      <Notice live tone="danger">
        {failureText(error)}
      </Notice>
    )}
  </div>
);
