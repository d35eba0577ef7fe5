import { exportFormats } from '@portal/contract/office/list';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { DialogButton } from '../forms/dialog-button.tsx';
import { useMay } from '../platform/session.ts';
import { useStepUp } from '../platform/step-up.ts';
import { listText } from '../text/zh-TW/lists.ts';
import type { Export, Query } from './list.ts';

const text = listText.export;

type Format = keyof typeof text.formats;

interface ExportButtonProps {
  exported: Export;
  query: Query;
  total: string;
}

export const ExportButton = (props: ExportButtonProps) => (
  <DialogButton
    dialog={(close) => <ExportDialog {...props} onClose={close} />}
    label={text.open}
    variant="quiet"
  />
);

const useExport = ({ exported, query }: ExportButtonProps, onDone: () => void) => {
  const withStepUp = useStepUp();
  return useSending({
    mutationFn: (choice: { format: Format; identity: boolean }) =>
      withStepUp(() => exported.run({ ...query, ...choice })),
    onSuccess: () => {
      notify(text.done, 'success');
      onDone();
    },
  });
};

const ExportDialog = (props: ExportButtonProps & { onClose: () => void }) => {
  const { exported, total, onClose } = props;
  const [format, setFormat] = useState<Format>('xlsx');
  const formats: readonly Format[] = exported.hasPaper ? [...exportFormats, 'pdf'] : exportFormats;
  const [identity, setIdentity] = useState(false);
  const mayIdentity = useMay('export.identity') && exported.hasIdentity;
  const send = useExport(props, onClose);
  return (
    <Dialog
      actions={
        <Button
          busy={send.isPending}
          busyLabel={text.sending}
          onClick={() => send.mutate({ format, identity })}
          variant="primary"
        >
          {text.submit}
        </Button>
      }
      busy={send.isPending}
      isForm
      onClose={onClose}
      open
      title={text.title}
    >
      <div className="space-y-4">
        <p>{text.lead(total)}</p>
        {send.error && (
          <Notice live tone="danger">
            {failureText(send.error)}
          </Notice>
        )}
        <FormatChoice formats={formats} onChange={setFormat} value={format} />
        {mayIdentity && <IdentityChoice onChange={setIdentity} value={identity} />}
        <p className="text-ink-soft text-sm">{text.logged}</p>
      </div>
    </Dialog>
  );
};

interface FormatChoiceProps {
  formats: readonly Format[];
  onChange: (format: Format) => void;
  value: Format;
}

const FormatChoice = ({ formats, onChange, value }: FormatChoiceProps) => (
  <fieldset>
    <legend className="font-semibold">{text.format}</legend>
    {formats.map((each) => (
      <label className="flex min-h-11 items-center gap-3" key={each}>
        <input
          checked={value === each}
          className="size-5"
          name="format"
          onChange={() => onChange(each)}
          type="radio"
        />
        {text.formats[each]}
      </label>
    ))}
  </fieldset>
);

interface IdentityChoiceProps {
  onChange: (identity: boolean) => void;
  value: boolean;
}

const IdentityChoice = ({ onChange, value }: IdentityChoiceProps) => (
  <label className="flex items-start gap-3">
    <input
      checked={value}
      className="mt-1 size-5 shrink-0"
      onChange={() => onChange(!value)}
      type="checkbox"
    />
    <span>
      {text.identity}
      <span className="block text-ink-soft text-sm">{text.identityHint}</span>
    </span>
  </label>
);
