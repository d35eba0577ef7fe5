import type { Logo } from '@portal/contract/office/branding';
import { Button } from '@portal/kit/ui/button.tsx';
import { FieldError, FieldHint, labelClass } from '@portal/kit/ui/field.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { useAct } from '../../forms/use-act.ts';
import { siteText } from '../../text/zh-TW/site.ts';
import { uploadLogo } from '../api/upload-logo.ts';
import { logoOf, type SiteValues } from './site-values.ts';

const text = siteText.logo;

interface LogoFieldProps {
  logos: readonly (Logo | null)[];
  onUploaded: (logo: Logo) => void;
}

/** Uploads a chosen logo at once; the form keeps its id. */
export const LogoField = ({ logos, onUploaded }: LogoFieldProps) => {
  const id = useId();
  const { field, fieldState } = useController<SiteValues, 'logoId'>({ name: 'logoId' });
  const [failed, setFailed] = useState<string>();
  const send = useAct<Logo, File>({
    work: uploadLogo,
    onDone: (logo) => {
      onUploaded(logo);
      field.onChange(logo.id);
    },
    onFailed: setFailed,
  });
  const logo = logoOf(field.value, logos);
  return (
    <fieldset className="min-w-0">
      <legend className={labelClass}>{text.label}</legend>
      <FieldHint id={`${id}-hint`}>{text.hint}</FieldHint>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        {logo ? (
          <img alt={text.current} className="size-16 rounded border border-line" src={logo.src} />
        ) : (
          <span className="text-ink-soft">{text.builtIn}</span>
        )}
        <label className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-sea-700 bg-surface px-4 font-semibold text-sea-800 hover:bg-sea-50 has-focus-visible:outline-3 has-focus-visible:outline-sea-500 has-focus-visible:outline-offset-2">
          <Icon name="file" />
          {send.isPending ? text.sending : text.choose}
          <input
            accept="image/png,image/jpeg,image/svg+xml"
            aria-describedby={`${id}-hint`}
            className="sr-only"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              setFailed(undefined);
              if (file) send.mutate(file);
              // The same file may be chosen again.
              currentTarget.value = '';
            }}
            ref={field.ref}
            type="file"
          />
        </label>
        {logo && (
          <Button onClick={() => field.onChange(null)} variant="quiet">
            {text.remove}
          </Button>
        )}
      </div>
      <div role="alert">
        <FieldError>{failed ?? fieldState.error?.message}</FieldError>
      </div>
    </fieldset>
  );
};
