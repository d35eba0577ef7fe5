import { RENEWAL_REASON_MAX, type RenewalRow } from '@portal/contract/office/renewals';
import { notify } from '@portal/kit/browser/notices.ts';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { renewalsText as text } from '../../text/zh-TW/renewals.ts';
import { approveRenewal } from '../api/approve-renewal.ts';
import { askDocument } from '../api/ask-document.ts';
import { rejectRenewal } from '../api/reject-renewal.ts';
import { useCertificatesChanged } from '../use-certificates-changed.ts';
import { ExceptionDialog } from './exception-dialog.tsx';
import { PhraseButtons } from './phrase-buttons.tsx';

const useDone = (done: string) => {
  const changed = useCertificatesChanged();
  return () => {
    notify(done, 'success');
    changed();
  };
};

export const RenewalActs = ({ row }: { row: RenewalRow }) => {
  const { id, name, certificate, version } = row;
  const approved = useDone(text.approve.done);
  const rejected = useDone(text.reject.done);
  return (
    <div className="flex flex-wrap gap-2">
      {row.rule && row.rule.missing > 0 ? (
        <DialogButton
          dialog={(close) => <ExceptionDialog onClose={close} onDone={approved} row={row} />}
          label={text.approve.open}
          name={text.approve.of(name)}
        />
      ) : (
        <ConfirmedAction
          confirmLabel={text.approve.open}
          label={text.approve.of(name)}
          onDone={approved}
          question={text.approve.question(name, certificate.kind)}
          title={text.approve.title}
          work={() => approveRenewal(id, { version })}
        >
          {text.approve.open}
        </ConfirmedAction>
      )}
      <AskDocument row={row} />
      <DialogButton
        dialog={(close) => (
          <ReasonDialog
            button={{ label: text.reject.open, sending: text.reject.sending }}
            label={text.reject.label}
            maxLength={RENEWAL_REASON_MAX}
            onClose={close}
            onDone={rejected}
            run={(reason, seen) => rejectRenewal(id, reason, seen)}
            title={text.reject.title}
            version={version}
          >
            <p>{text.reject.lead}</p>
            <PhraseButtons />
          </ReasonDialog>
        )}
        label={text.reject.open}
        name={text.reject.of(name)}
      />
    </div>
  );
};

const AskDocument = ({ row: { id, name, version, inquiries } }: { row: RenewalRow }) => {
  const done = useDone(text.inquiry.done);
  if (inquiries.some(({ answeredAt }) => answeredAt === null)) return null;
  return (
    <DialogButton
      dialog={(close) => (
        <ReasonDialog
          button={{ label: text.inquiry.open, sending: text.inquiry.sending }}
          label={text.inquiry.label}
          maxLength={RENEWAL_REASON_MAX}
          onClose={close}
          onDone={done}
          run={(what, seen) => askDocument(id, what, seen)}
          title={text.inquiry.title}
          version={version}
        >
          <p>{text.inquiry.lead}</p>
        </ReasonDialog>
      )}
      label={text.inquiry.open}
      name={text.inquiry.of(name)}
    />
  );
};
