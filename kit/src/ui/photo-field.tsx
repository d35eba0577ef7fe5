import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { inputText } from '../text/zh-TW/input.ts';
import { Button } from './button.tsx';
import { FieldError, FieldHint, labelClass, useFieldIds } from './field.tsx';
import { Icon } from './icon.tsx';
import type { RefusedPhoto } from './photo-file.ts';
import { type Crop, firstCrop } from './portrait-frame.ts';

const text = inputText.photo;

/** null: none chosen. */
export type ChosenPhoto = File | RefusedPhoto | null;

interface PhotoFieldProps {
  label: string;
  name?: string | undefined;
  value: ChosenPhoto;
  onChange: (photo: ChosenPhoto) => void;
  onBlur?: (() => void) | undefined;
  current?: { src: string; alt: string } | undefined;
  none?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
}

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
  const { opened, crop, choose, move, forget } = useCropping(value, onChange);
  const preview = usePreview(file);
  return (
    <fieldset className="min-w-0" data-field={name}>
      <legend className={labelClass}>{label}</legend>
      {hint && <FieldHint id={ids.hintId}>{hint}</FieldHint>}
      <div className="mt-2 flex flex-wrap items-end gap-4">
        {opened ? (
          <opened.CropPreview crop={crop} onCrop={move} source={opened.source} src={preview} />
        ) : (
          <Portrait
            current={current}
            isChosen={file !== null}
            preview={preview}
            none={none}
            onUnreadable={() => onChange({ refusal: text.unreadable })}
          />
        )}
        <div className="flex flex-col items-start gap-2">
          {opened && <opened.CropTools crop={crop} onCrop={move} />}
          <FileButton
            aria-describedby={ids.describedBy}
            aria-invalid={shownError ? true : undefined}
            id={ids.control}
            label={file || current ? text.change : text.choose}
            name={name}
            onBlur={onBlur}
            onChoose={choose}
          />
          {value && <RemoveButton label={file ? text.remove : text.removeRefused} onRemove={forget} />}
        </div>
      </div>
      <FieldError id={ids.errorId}>{shownError}</FieldError>
    </fieldset>
  );
}

interface FileButtonProps extends ComponentProps<'input'> {
  label: string;
  onChoose: (file: File) => void;
}

const FileButton = ({ label, onChoose, ...input }: FileButtonProps) => (
  <label className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-sea-700 print:hidden bg-surface px-4 font-semibold text-sea-800 hover:bg-sea-50 has-focus-visible:outline-3 has-focus-visible:outline-sea-500 has-focus-visible:outline-offset-2">
    <Icon name="camera" />
    {label}
    <input
      accept="image/*"
      className="sr-only"
      onChange={({ currentTarget }) => {
        const [chosen] = currentTarget.files ?? [];
        if (chosen) onChoose(chosen);
        // Allow the same file to be chosen again.
        currentTarget.value = '';
      }}
      type="file"
      {...input}
    />
  </label>
);

const RemoveButton = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <Button
    onClick={({ currentTarget }) => {
      // The button disappears with the photo: move the focus to the input.
      currentTarget.closest('fieldset')?.querySelector<HTMLInputElement>('input[type=file]')?.focus();
      onRemove();
    }}
    variant="quiet"
  >
    {label}
  </Button>
);

const loadTools = async () => {
  const [file, controls] = await Promise.all([import('./photo-file.ts'), import('./crop-controls.tsx')]);
  return { ...file, ...controls };
};
type Opened = Awaited<ReturnType<typeof loadTools>> & { readonly source: ImageBitmap };

/** A browser short of memory cannot draw. */
const unreadable = (): RefusedPhoto => ({ refusal: text.unreadable });

const useCropping = (value: ChosenPhoto, onChange: (photo: ChosenPhoto) => void) => {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [crop, setCrop] = useState(firstCrop);
  const latest = useRef(0);
  const choose = async (file: File) => {
    latest.current += 1;
    const turn = latest.current;
    const tools = await loadTools().catch(() => null);
    const photo = tools ? await tools.openPhoto(file).catch(unreadable) : { refusal: text.notOpened };
    if (turn !== latest.current) return;
    setCrop(firstCrop);
    setOpened(tools && 'source' in photo ? { ...tools, source: photo.source } : null);
    onChange('source' in photo ? photo.file : photo);
  };
  const move = async (next: Crop) => {
    if (!opened) return;
    setCrop(next);
    latest.current += 1;
    const turn = latest.current;
    const photo = await opened.cropped(opened.source, next).catch(unreadable);
    if (turn === latest.current) onChange(photo);
  };
  const forget = () => {
    latest.current += 1;
    setOpened(null);
    onChange(null);
  };
  return { opened: value instanceof File ? opened : null, crop, choose, move, forget };
};

interface PortraitProps {
  preview: string | undefined;
  isChosen: boolean;
  current: { src: string; alt: string } | undefined;
  none: string;
  onUnreadable: () => void;
}

function Portrait({ preview, isChosen, current, none, onUnreadable }: PortraitProps) {
  const frame = 'h-[206px] w-[148px] rounded-md border border-line-strong bg-surface';
  const shown = preview
    ? { src: preview, alt: text.preview, onError: onUnreadable }
    : isChosen
      ? undefined
      : current;
  if (shown)
    return <img {...shown} alt={shown.alt} className={`${frame} object-contain`} height={206} width={148} />;
  return (
    <div
      className={`${frame} flex flex-col items-center justify-center gap-2 border-dashed text-center text-ink-soft text-sm`}
    >
      <Icon className="size-10" name="user" />
      {none}
    </div>
  );
}

function usePreview(file: File | null): string | undefined {
  const [preview, setPreview] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return file ? preview : undefined;
}
