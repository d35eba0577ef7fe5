import { zodResolver } from '@hookform/resolvers/zod';
import { type Branding, BrandingForm, type Logo } from '@portal/contract/office/branding';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { historyKey } from '../../audit/api/keys.ts';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { useMay } from '../../platform/session.ts';
import { siteText as text } from '../../text/zh-TW/site.ts';
import { brandingQuery } from '../api/get-branding.ts';
import { setBranding } from '../api/set-branding.ts';
import { ColourField } from './colour-field.tsx';
import { LogoField } from './logo-field.tsx';
import { SitePreview } from './site-preview.tsx';
import { fields, type SiteValues, valuesOf } from './site-values.ts';

const useSiteForm = (branding: Branding) => {
  const queries = useQueryClient();
  return useSave<SiteValues, BrandingForm, Branding>({
    defaultValues: valuesOf(branding),
    resolver: zodResolver(BrandingForm),
    fields,
    version: branding.version,
    send: (body, { version }) => setBranding({ ...body, version }),
    done: text.saved,
    stays: true,
    onDone: (saved) => {
      queries.setQueryData(brandingQuery.queryKey, saved);
      void queries.invalidateQueries({ queryKey: historyKey });
    },
  });
};

/** Read-only without the right to edit. */
export const SiteForm = ({ branding }: { branding: Branding }) => {
  const mayEdit = useMay('settings.edit');
  const save = useSiteForm(branding);
  const [uploaded, setUploaded] = useState<readonly Logo[]>([]);
  const logos = [branding.logo, ...uploaded];
  return (
    <SaveForm
      button={{ label: text.save, sending: text.saving }}
      className="grid max-w-5xl items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]"
      isReadOnly={!mayEdit}
      save={save}
    >
      <fieldset className="min-w-0 space-y-6 lg:col-start-1" disabled={!mayEdit}>
        <FormSection title={text.identity}>
          <div className="grid gap-4">
            <TypedField hint={text.nameHint} label={text.name} name="name" required />
            <TypedField hint={text.shortNameHint} label={text.shortName} name="shortName" required />
            <LogoField logos={logos} onUploaded={(logo) => setUploaded((former) => [...former, logo])} />
            <ColourField />
          </div>
        </FormSection>
        <FormSection title={text.contacts}>
          <div className="grid gap-4">
            <TypedField hint={text.senderNameHint} label={text.senderName} name="senderName" />
            {branding.operatorAddress && (
              <Notice tone="info">{text.operatorAddress(branding.operatorAddress)}</Notice>
            )}
            <TypedField hint={text.addressHint} label={text.address} name="address" />
          </div>
        </FormSection>
      </fieldset>
      <SitePreview logos={logos} />
    </SaveForm>
  );
};

interface TypedFieldProps {
  name: 'name' | 'shortName' | 'senderName' | 'address';
  label: string;
  hint: string;
  required?: boolean;
}

const TypedField = ({ name, ...shown }: TypedFieldProps) => {
  const { register, formState } = useFormContext<SiteValues>();
  return (
    <TextField {...register(name)} {...shown} autoComplete="off" error={formState.errors[name]?.message} />
  );
};
