import { lazy, Suspense } from 'react';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { attendanceText as text } from '../../text/zh-TW/attendance.ts';

const ScanDialog = lazy(async () => ({ default: (await import('./scan-dialog.tsx')).ScanDialog }));

export const ScanButton = (place: { classId: number; sessionId: number }) => (
  <DialogButton
    dialog={(close) => (
      <Suspense>
        <ScanDialog {...place} onClose={close} />
      </Suspense>
    )}
    label={text.scan}
    variant="primary"
  />
);
