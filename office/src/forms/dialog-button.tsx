import { Button } from '@portal/kit/ui/button.tsx';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';

interface DialogButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'offReason'> {
  label: ReactNode;
  /** If several buttons have the same label. */
  name?: string;
  dialog: (close: () => void) => ReactNode;
  /** The dialog is open from the start if the address asks for it with this parameter. */
  asked?: string;
}

const useAsked = (parameter: string | undefined) => {
  const [search, setSearch] = useSearchParams();
  const isAsked = parameter !== undefined && search.has(parameter);
  const end = () => {
    if (!isAsked) return;
    const rest = new URLSearchParams(search);
    rest.delete(parameter);
    setSearch(rest, { replace: true });
  };
  return [isAsked, end] as const;
};

/** A button that opens a dialog. */
export const DialogButton = ({ label, name, dialog, asked, ...look }: DialogButtonProps) => {
  const [isPressed, setPressed] = useState(false);
  const [isAsked, endAsking] = useAsked(asked);
  const close = () => {
    setPressed(false);
    endAsking();
  };
  return (
    <>
      <Button aria-haspopup="dialog" aria-label={name} onClick={() => setPressed(true)} {...look}>
        {label}
      </Button>
      {(isPressed || isAsked) && dialog(close)}
    </>
  );
};
