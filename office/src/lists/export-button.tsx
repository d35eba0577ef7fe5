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
import type { Export, ExportPreset, Query } from './list.ts';

const text = listText.export;

type Format = keyof typeof text.formats;

interface ExportButtonProps {
  exported: Export;
  query: Query;
  /** The columns of the page. */
  shown?: readonly string[];
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
    mutationFn: (choice: { format: Format; identity: boolean; columns?: readonly string[] }) =>
      withStepUp(() => exported.run({ ...query, ...choice })),
    onSuccess: () => {
      notify(text.done, 'success');
      onDone();
    },
  });
};

const ExportDialog = (props: ExportButtonProps & { onClose: () => void }) => {
  const { exported, shown = [], total, onClose } = props;
  const [format, setFormat] = useState<Format>('xlsx');
  const formats: readonly Format[] = exported.hasPaper ? [...exportFormats, 'pdf'] : exportFormats;
  const [identity, setIdentity] = useState(false);
  const mayIdentity = useMay('export.identity') && exported.hasIdentity;
  const [preset, setPreset] = useState<ExportPreset | null>(null);
  const presets = exported.presets?.filter(({ hasIdentity }) => mayIdentity || !hasIdentity) ?? [];
  const send = useExport(props, onClose);
  const columns = preset?.columns ?? exported.columns?.filter((key) => shown.includes(key));
  const isComplete = preset?.hasIdentity ?? (identity && mayIdentity);
  return (
    <Dialog
      actions={
        <Button
          busy={send.isPending}
          busyLabel={text.sending}
          onClick={() => send.mutate({ format, identity: isComplete, ...(columns && { columns }) })}
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
        {presets.length > 0 && <PresetChoice onChange={setPreset} presets={presets} value={preset} />}
        <FormatChoice formats={formats} onChange={setFormat} value={format} />
        {preset?.hasIdentity && <p>{text.presetIdentity}</p>}
        {mayIdentity && !preset && <IdentityChoice onChange={setIdentity} value={identity} />}
        <p className="text-ink-soft text-sm">{text.logged}</p>
      </div>
    </Dialog>
  );
};

interface PresetChoiceProps {
  presets: readonly ExportPreset[];
  onChange: (preset: ExportPreset | null) => void;
  value: ExportPreset | null;
}

/** The columns of the page by default. */
const PresetChoice = ({ presets, onChange, value }: PresetChoiceProps) => (
  <fieldset>
    <legend className="font-semibold">{text.columns}</legend>
    {[null, ...presets].map((each) => (
      <label className="flex min-h-11 items-center gap-3" key={each?.name ?? ''}>
        <input
          checked={value === each}
          className="size-5 accent-sea-700"
          name="preset"
          onChange={() => onChange(each)}
          type="radio"
        />
        {each?.name ?? text.shownColumns}
      </label>
    ))}
  </fieldset>
);

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
          className="size-5 accent-sea-700"
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
