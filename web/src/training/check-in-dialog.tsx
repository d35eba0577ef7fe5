import { failureKind } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { QrPicture } from '../platform/qr-picture.tsx';
import { checkInText as text } from '../text/zh-TW/check-in.ts';
import { checkInCodeQuery } from './api/get-check-in-code.ts';

interface CheckInDialogProps {
  code: string;
  row: string;
  onClose: () => void;
}

export const CheckInDialog = ({ code, row, onClose }: CheckInDialogProps) => {
  const { data, error, refetch } = useQuery(checkInCodeQuery(code));
  const kind = failureKind(error);
  return (
    <Dialog
      actions={<Button onClick={onClose}>{text.close}</Button>}
      onClose={onClose}
      open
      title={text.title}
    >
      {data ? (
        <ShownCode code={data.code} row={row} />
      ) : error ? (
        <ErrorState kind={kind} message={failureText(error)} onRetry={refetch} />
      ) : (
        <SkeletonRows rowClassName="h-56" rows={1} />
      )}
    </Dialog>
  );
};

const ShownCode = ({ code, row }: { code: string; row: string }) => (
  <div className="space-y-4">
    <p className="font-semibold">{row}</p>
    <p>{text.lead}</p>
    <QrPicture content={code} label={text.picture} />
    <p className="text-center">
      {text.typed}
      <strong className="block text-lg tabular tracking-wide">{code}</strong>
    </p>
  </div>
);
