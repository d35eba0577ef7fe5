import { CallRefused } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { Offline } from '@portal/kit/browser/transport.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { staffText } from '../text/zh-TW/staff.ts';

interface PasskeyButtonProps<Answer> {
  /** What is done with a passkey. */
  work: () => Promise<Answer>;
  onDone: (answer: Answer) => void;
  children: string;
}

/** What the browser says of a passkey is English, or that somebody broke off. */
const faultText = (error: Error): string =>
  error instanceof CallRefused || error instanceof Offline ? failureText(error) : staffText.passkey.failed;

/** Does something with a passkey; why it came to nothing stands above the button. */
export const PasskeyButton = <Answer,>({ work, onDone, children }: PasskeyButtonProps<Answer>) => {
  const send = useSending<Answer>({ mutationFn: work, onSuccess: onDone });
  return (
    <div className="space-y-4">
      {send.error && (
        <Notice live tone="danger">
          {faultText(send.error)}
        </Notice>
      )}
      <Button
        busy={send.isPending}
        busyLabel={staffText.passkey.waiting}
        className="w-full"
        onClick={() => send.mutate()}
      >
        {children}
      </Button>
    </div>
  );
};
