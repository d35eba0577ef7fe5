import { type RefObject, useRef } from 'react';
import type { GlobalError } from 'react-hook-form';
import { uiText } from '../text/zh-TW/ui.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { useSlow } from './use-slow.ts';

const text = uiText.form;

interface FormEndProps {
  isSending: boolean;
  onCancel: () => void;
  /** Why the last attempt came to nothing for no fault of the form; of the type `passing` where another may do. */
  fault?: GlobalError | undefined;
  /** Share of the form that has left, 0 to 1, where it carries a file. */
  progress?: number | undefined;
}

/** What stands under every form: why it was not sent, how far it is, 取消 and 確認. */
export function FormEnd({ isSending, onCancel, fault, progress = 0 }: FormEndProps) {
  const confirm = useRef<HTMLButtonElement>(null);
  const isSlow = useSlow(isSending);
  return (
    <>
      {fault && <Failure confirm={confirm} fault={fault} />}
      {isSlow && progress > 0 && progress < 1 && <UploadProgress progress={progress} />}
      <div className="flex flex-wrap gap-3">
        <Button className="-ms-3" onClick={onCancel} variant="quiet" waits={isSending}>
          {text.cancel}
        </Button>
        <Button busy={isSending} busyLabel={text.sending} ref={confirm} type="submit" variant="primary">
          {text.confirm}
        </Button>
      </div>
    </>
  );
}

interface FailureProps {
  fault: GlobalError;
  /** Gets the focus: this notice, and the button in it, go when the form is sent again. */
  confirm: RefObject<HTMLButtonElement | null>;
}

/** What was typed stands, and may be sent again. */
function Failure({ fault, confirm }: FailureProps) {
  return (
    <Notice live tone="danger">
      <p>{fault.message}</p>
      {fault.type === 'passing' && (
        <Button className="mt-2" onClick={() => confirm.current?.focus()} type="submit">
          {text.sendAgain}
        </Button>
      )}
    </Notice>
  );
}
