import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { staffText } from '../../text/zh-TW/staff.ts';
import { passkeyFaultText } from './passkeys.ts';

interface PasskeyButtonProps<Answer> {
  work: () => Promise<Answer>;
  onDone: (answer: Answer) => void;
  children: string;
}

/** Shows a failure above the button. */
export const PasskeyButton = <Answer,>({ work, onDone, children }: PasskeyButtonProps<Answer>) => {
  const send = useSending<Answer>({ mutationFn: work, onSuccess: onDone });
  return (
    <div className="space-y-4">
      {send.error && (
        <Notice live tone="danger">
          {passkeyFaultText(send.error)}
        </Notice>
      )}
      <Button
        busy={send.isPending}
        busyLabel={staffText.passkey.waiting}
        className="w-full"
        data-autofocus
        onClick={() => send.mutate()}
      >
        {children}
      </Button>
    </div>
  );
};
