import { type PaperFormat, paperFormatNames } from '@portal/contract/certificates';
import type { CertificateDetail } from '@portal/contract/office/certificate-register';
import { CERTIFICATE_REASON_MAX } from '@portal/contract/office/certificate-register';
import { notify } from '@portal/kit/browser/notices.ts';
import { useNavigate } from 'react-router';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { DirectAction } from '../../forms/direct-action.tsx';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { paths } from '../../platform/paths.ts';
import { registerText as text } from '../../text/zh-TW/register.ts';
import { printCertificate } from '../api/print-certificate.ts';
import { revokeCertificate } from '../api/revoke-certificate.ts';
import { useCertificatesChanged } from '../use-certificates-changed.ts';
import { CorrectDialog } from './correct-dialog.tsx';

interface ActsProps {
  certificate: CertificateDetail;
}

export const CertificateActs = ({ certificate }: ActsProps) => {
  const { can, formats, id } = certificate;
  if (!can.correct && !can.revoke && formats.length === 0) return null;
  return (
    <section aria-label={text.acts} className="flex flex-wrap gap-3 print:hidden">
      {formats.map((format) => (
        <DownloadPaper format={format} id={id} key={format} />
      ))}
      {can.correct && <CorrectButton certificate={certificate} />}
      {can.revoke && <Revoke certificate={certificate} />}
    </section>
  );
};

const DownloadPaper = ({ id, format }: { id: number; format: PaperFormat }) => (
  <DirectAction busyLabel={text.downloading} onDone={() => {}} work={() => printCertificate(id, format)}>
    {text.download(paperFormatNames[format])}
  </DirectAction>
);

const CorrectButton = ({ certificate }: ActsProps) => {
  const changed = useCertificatesChanged();
  const navigate = useNavigate();
  const done = ({ id }: CertificateDetail) => {
    changed();
    notify(text.correct.done, 'success');
    void navigate(paths.certificate.to({ id }));
  };
  return (
    <DialogButton
      dialog={(close) => <CorrectDialog certificate={certificate} onClose={close} onDone={done} />}
      label={text.correct.open}
    />
  );
};

const Revoke = ({ certificate: { id, version } }: ActsProps) => {
  const changed = useCertificatesChanged();
  const done = () => {
    changed();
    notify(text.revoke.done, 'success');
  };
  return (
    <DialogButton
      dialog={(close) => (
        <ReasonDialog
          button={{ label: text.revoke.open, sending: text.revoke.sending }}
          label={text.revoke.label}
          maxLength={CERTIFICATE_REASON_MAX}
          onClose={close}
          onDone={done}
          run={(reason, seen) => revokeCertificate(id, reason, seen)}
          title={text.revoke.title}
          version={version}
        >
          <p>{text.revoke.lead}</p>
        </ReasonDialog>
      )}
      label={text.revoke.open}
    />
  );
};
