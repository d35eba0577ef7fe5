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
  /** Default: 確認. */
  submit?: string | undefined;
  /** Default: 取消. */
  back?: string | undefined;
  /** Why the last submission failed, unrelated to the fields; of type `passing` if a retry may help. */
  fault?: GlobalError | undefined;
  /** Upload progress from 0 to 1, if the form has a file. */
  progress?: number | undefined;
}

export function FormEnd(props: FormEndProps) {
  const { isSending, onCancel, submit = text.confirm, back = text.cancel, fault, progress = 0 } = props;
  const confirm = useRef<HTMLButtonElement>(null);
  const isSlow = useSlow(isSending);
  return (
    <>
      {fault && <Failure confirm={confirm} fault={fault} />}
      {isSlow && progress > 0 && progress < 1 && <UploadProgress progress={progress} />}
      <div className="flex flex-wrap gap-3">
        <Button className="-ms-3" onClick={onCancel} variant="quiet" waits={isSending}>
          {back}
        </Button>
        <Button busy={isSending} busyLabel={text.sending} ref={confirm} type="submit" variant="primary">
          {submit}
        </Button>
      </div>
    </>
  );
}

interface FailureProps {
  fault: GlobalError;
  /** Receives the focus: resubmitting removes this notice and its button. */
  confirm: RefObject<HTMLButtonElement | null>;
}

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
