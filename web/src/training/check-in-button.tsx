import { Button } from '@portal/kit/ui/button.tsx';
import { lazy, Suspense, useState } from 'react';
import { checkInText as text } from '../text/zh-TW/check-in.ts';

const CheckInDialog = lazy(async () => ({
  default: (await import('./check-in-dialog.tsx')).CheckInDialog,
}));

interface CheckInButtonProps {
  code: string;
  row: string;
}

export const CheckInButton = ({ code, row }: CheckInButtonProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={text.openOf(row)}
        className="-my-2 font-normal text-sm underline"
        onClick={() => setOpen(true)}
        variant="quiet"
      >
        {text.open}
      </Button>
      {isOpen && (
        <Suspense>
          <CheckInDialog code={code} onClose={() => setOpen(false)} row={row} />
        </Suspense>
      )}
    </>
  );
};
