import { Button } from '@portal/kit/ui/button.tsx';
import { lazy, Suspense, useState } from 'react';
import { certificatesText } from '../text/zh-TW/certificates.ts';

const { paper: text } = certificatesText;

const CertificateDialog = lazy(async () => ({
  default: (await import('./certificate-dialog.tsx')).CertificateDialog,
}));

export const CertificateButton = ({ code, name }: { code: string; name: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={text.openOf(name, code)}
        className="-my-2 -ms-3 font-normal text-sm underline print:hidden"
        onClick={() => setOpen(true)}
        variant="quiet"
      >
        {text.title}
      </Button>
      {isOpen && (
        <Suspense>
          <CertificateDialog code={code} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
