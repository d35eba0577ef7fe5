import { Button } from '@portal/kit/ui/button.tsx';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { passFocusOn } from './pass-focus-on.ts';

interface DialogButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'offReason'> {
  label: ReactNode;
  /** If several buttons have the same label. */
  name?: string;
  dialog: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export const DialogButton = ({ label, name, dialog, ...look }: DialogButtonProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={name}
        onClick={() => setOpen(true)}
        ref={passFocusOn}
        {...look}
      >
        {label}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
};
