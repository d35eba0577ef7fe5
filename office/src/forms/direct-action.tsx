import { notify } from '@portal/kit/browser/notices.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import type { ComponentProps } from 'react';
import { useAct } from './use-act.ts';

interface DirectActionProps<Answer> {
  children: string;
  /** If several buttons have the same text. */
  label?: string;
  busyLabel?: string;
  variant?: ComponentProps<typeof Button>['variant'];
  work: () => Promise<Answer>;
  onDone: (answer: Answer) => void;
}

/** An act that takes nothing away: no question is asked. */
export const DirectAction = <Answer,>(props: DirectActionProps<Answer>) => {
  const { children, label, busyLabel, variant, work, onDone } = props;
  const send = useAct({ work, onDone, onFailed: (why) => notify(why, 'danger') });
  return (
    <Button
      aria-label={label}
      busy={send.isPending}
      busyLabel={busyLabel}
      onClick={() => send.mutate()}
      variant={variant}
    >
      {children}
    </Button>
  );
};
