import type { PaperFormat } from '@portal/contract/certificates';
import { failureKind } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { CopyButton } from '@portal/kit/ui/copy-button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { QrPicture } from '../platform/qr-picture.tsx';
import { certificatesText } from '../text/zh-TW/certificates.ts';
import { certificateAddressQuery } from './api/get-address.ts';
import { useSavePaper } from './api/save-paper.ts';

const { paper: text } = certificatesText;

interface CertificateDialogProps {
  code: string;
  name: string;
  onClose: () => void;
}

/** QR code, link and papers of a certificate. */
export const CertificateDialog = ({ code, name, onClose }: CertificateDialogProps) => {
  const { data, error, refetch } = useQuery(certificateAddressQuery(code));
  return (
    <Dialog actions={<Button onClick={onClose}>{text.close}</Button>} onClose={onClose} open title={name}>
      {data ? (
        <div className="space-y-5">
          <Papers code={code} formats={data.formats} />
          <div className="space-y-3 border-line border-t pt-4">
            <p>{text.lead}</p>
            <QrPicture content={data.url} label={text.picture} />
            <p className="text-center">
              {text.code}
              <strong className="block tabular tracking-wide">{code}</strong>
            </p>
            <p className="flex flex-wrap items-center justify-center gap-x-4">
              <a
                className="inline-flex min-h-11 items-center text-sea-800 underline"
                href={data.url}
                rel="noreferrer"
                target="_blank"
              >
                {text.open}
              </a>
              <span className="sr-only">{data.url}</span>
              <CopyButton label={text.copy} text={data.url} />
            </p>
          </div>
        </div>
      ) : error ? (
        <ErrorState kind={failureKind(error)} message={failureText(error)} onRetry={refetch} />
      ) : (
        <SkeletonRows rowClassName="h-56" rows={1} />
      )}
    </Dialog>
  );
};

const Papers = ({ code, formats }: { code: string; formats: readonly PaperFormat[] }) => {
  const { mutate, isPending, error, variables } = useSavePaper();
  return (
    <>
      {error && (
        <Notice live tone="danger">
          {failureText(error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {formats.map((format) => (
          <Button
            busy={isPending && variables?.format === format}
            key={format}
            onClick={() => mutate({ code, format, fileName: text.fileNames[format](code) })}
            variant={format === 'a4' ? 'primary' : 'secondary'}
          >
            {text.formats[format]}
          </Button>
        ))}
      </div>
    </>
  );
};
