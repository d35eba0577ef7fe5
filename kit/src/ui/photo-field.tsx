import { photoRefusals } from '@portal/contract/refusals/photos';
import { type ReactNode, useEffect, useState } from 'react';
import { uiText } from '../text/zh-TW/ui.ts';
import { Button } from './button.tsx';
import { FieldError, FieldHint, labelClass, useFieldIds } from './field.tsx';
import { Icon } from './icon.tsx';

const text = uiText.photo;
const MAX_MEGABYTES = 5;

/** A chosen file that is no photo or too large, with the reason. */
export interface RefusedPhoto {
  readonly refusal: string;
}

/** null: none chosen. */
export type ChosenPhoto = File | RefusedPhoto | null;

interface PhotoFieldProps {
  label: string;
  name?: string | undefined;
  value: ChosenPhoto;
  onChange: (photo: ChosenPhoto) => void;
  onBlur?: (() => void) | undefined;
  /** URL and description of the current picture. */
  current?: { src: string; alt: string } | undefined;
  /** Shown when there is no picture. Default: 尚未選擇照片. */
  none?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A portrait field with preview. An unsuitable file is reported at once, until it is replaced or removed. */
export function PhotoField({
  label,
  name,
  value,
  onChange,
  onBlur,
  current,
  none = text.none,
  hint,
  error,
}: PhotoFieldProps) {
  const file = value instanceof File ? value : null;
  const shownError = value && 'refusal' in value ? value.refusal : error;
  const ids = useFieldIds(undefined, hint, shownError);
  return (
    <fieldset className="min-w-0" data-field={name}>
      <legend className={labelClass}>{label}</legend>
      {hint && <FieldHint id={ids.hintId}>{hint}</FieldHint>}
      <div className="mt-2 flex flex-wrap items-end gap-4">
        <Portrait
          current={current}
          file={file}
          none={none}
          onUnreadable={() => onChange({ refusal: text.unreadable })}
        />
        <div className="flex flex-col items-start gap-2">
          <label className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-sea-700 print:hidden bg-surface px-4 font-semibold text-sea-800 hover:bg-sea-50 has-focus-visible:outline-3 has-focus-visible:outline-sea-500 has-focus-visible:outline-offset-2">
            <Icon name="camera" />
            {file || current ? text.change : text.choose}
            <input
              accept="image/*"
              aria-describedby={ids.describedBy}
              aria-invalid={shownError ? true : undefined}
              className="sr-only"
              id={ids.control}
              name={name}
              onBlur={onBlur}
              onChange={(event) => {
                const [chosen] = event.currentTarget.files ?? [];
                if (chosen) onChange(judged(chosen));
                // Allow the same file to be chosen again.
                event.currentTarget.value = '';
              }}
              type="file"
            />
          </label>
          {value && (
            <Button
              onClick={({ currentTarget }) => {
                // The button disappears with the photo: move the focus to the input.
                currentTarget.closest('fieldset')?.querySelector('input')?.focus();
                onChange(null);
              }}
              variant="quiet"
            >
              {text.remove}
            </Button>
          )}
        </div>
      </div>
      <FieldError id={ids.errorId}>{shownError}</FieldError>
    </fieldset>
  );
}

/** The types that the server accepts. */
const KINDS = ['image/jpeg', 'image/png', 'image/webp'];

const judged = (file: File): File | RefusedPhoto => {
  if (!file.type.startsWith('image/')) return { refusal: text.notAnImage };
  if (!KINDS.includes(file.type)) return { refusal: photoRefusals.photo_kind.text };
  return file.size > MAX_MEGABYTES * 1024 * 1024 ? { refusal: text.tooLarge(MAX_MEGABYTES) } : file;
};

interface PortraitProps {
  file: File | null;
  current: { src: string; alt: string } | undefined;
  none: string;
  onUnreadable: () => void;
}

function Portrait({ file, current, none, onUnreadable }: PortraitProps) {
  const preview = usePreview(file);
  const frame = 'h-[206px] w-[148px] rounded-md border border-line-strong bg-surface';
  if (preview) {
    return (
      <img
        alt={text.preview}
        className={`${frame} object-contain`}
        height={206}
        onError={onUnreadable}
        src={preview}
        width={148}
      />
    );
  }
  if (!file && current) {
    return (
      <img
        alt={current.alt}
        className={`${frame} object-contain`}
        height={206}
        src={current.src}
        width={148}
      />
    );
  }
  return (
    <div
      className={`${frame} flex flex-col items-center justify-center gap-2 border-dashed text-center text-ink-soft text-sm`}
    >
      <Icon className="size-10" name="user" />
      {none}
    </div>
  );
}

/** An object URL for the file, revoked when the file changes or the field unmounts. */
function usePreview(file: File | null): string | undefined {
  const [preview, setPreview] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setPreview(url);
    return () => {
      setPreview(undefined);
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return preview;
}
