import {
  LayoutForm,
  type PreviewSample,
  type PreviewSide,
} from '@portal/contract/office/certificate-layouts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useDebounced } from '@portal/kit/browser/use-debounced.ts';
import { RadioGroup } from '@portal/kit/ui/field.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { layoutsText } from '../../text/zh-TW/certificate-layouts.ts';
import { layoutPreviewQuery } from '../api/preview-layout.ts';

const text = layoutsText.preview;

/** The form as it was when nobody had typed for a moment. */
const useSettledForm = (): LayoutForm => {
  const typed = useWatch() as LayoutForm;
  const content = JSON.stringify(typed);
  const [settled, setSettled] = useState(content);
  const [settle] = useDebounced(setSettled);
  useEffect(() => settle(content), [content, settle]);
  return JSON.parse(settled);
};

const useAddress = (file: Blob | undefined): string | undefined => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
};

export const LayoutPreview = ({ kindId }: { kindId: number }) => {
  const form = useSettledForm();
  const [side, setSide] = useState<PreviewSide>('a4');
  const [sample, setSample] = useState<PreviewSample>('common');
  const shown = form.hasCard ? side : 'a4';
  const isComplete = LayoutForm.safeParse(form).success;
  const { data, error, isPlaceholderData } = useQuery({
    ...layoutPreviewQuery(kindId, { ...form, side: shown, sample }),
    enabled: isComplete,
  });
  const address = useAddress(data);
  return (
    <FormSection title={text.title}>
      <div className="flex flex-wrap gap-x-8">
        {form.hasCard && (
          <RadioGroup
            label={text.side}
            name="side"
            onChange={({ currentTarget }) => setSide(currentTarget.value === 'card' ? 'card' : 'a4')}
            options={text.sides}
            value={shown}
          />
        )}
        <RadioGroup
          label={text.sample}
          name="sample"
          onChange={({ currentTarget }) =>
            setSample(currentTarget.value === 'longest' ? 'longest' : 'common')
          }
          options={text.samples}
          value={sample}
        />
      </div>
      {!isComplete && <p className="text-ink-soft">{text.incomplete}</p>}
      {error && isComplete && (
        <Notice live tone="danger">
          {failureText(error)}
        </Notice>
      )}
      {address && isComplete && !error && (
        <img
          alt={text.picture}
          aria-busy={isPlaceholderData}
          className="mt-3 h-auto w-full rounded border border-line aria-busy:opacity-50"
          src={address}
        />
      )}
      <p className="mt-2 text-ink-soft text-sm">{text.hint}</p>
    </FormSection>
  );
};
