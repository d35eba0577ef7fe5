import { Button } from '@portal/kit/ui/button.tsx';
import { lazy, Suspense, useState } from 'react';
import { attendanceText as text } from '../../text/zh-TW/attendance.ts';

const ScanDialog = lazy(async () => ({ default: (await import('./scan-dialog.tsx')).ScanDialog }));

export const ScanButton = (place: { classId: number; sessionId: number }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)} variant="primary">
        {text.scan}
      </Button>
      {isOpen && (
        <Suspense>
          <ScanDialog {...place} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
