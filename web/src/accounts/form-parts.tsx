import { type ReactNode, type RefObject, useId } from 'react';
import type { GlobalError } from 'react-hook-form';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** A titled part of a long form. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-surface p-4 shadow-card sm:p-6">
      <h2 className="mb-4 border-line border-b pb-2" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
};

interface SendingFailureProps {
  fault: GlobalError | undefined;
  /** Gets the focus: this notice, and the button in it, go when the form is sent again. */
  confirm: RefObject<HTMLButtonElement | null>;
}

/** The attempt came to nothing for no fault of the form; what was typed stands, and may be sent again. */
export const SendingFailure = ({ fault, confirm }: SendingFailureProps) =>
  fault && (
    <Notice live tone="danger">
      <p>{fault.message}</p>
      {fault.type === 'passing' && (
        <Button className="mt-2" onClick={() => confirm.current?.focus()} type="submit">
          {text.sendAgain}
        </Button>
      )}
    </Notice>
  );
