import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { FieldError, FieldHint, labelClass, RequiredMark, useFieldIds } from '@portal/kit/ui/field.tsx';
import { RichText } from '@portal/kit/ui/rich-text.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { type ReactNode, type Ref, useCallback, useEffect, useMemo, useState } from 'react';
import { richTextText } from '../text/zh-TW/rich-text.ts';

interface RichTextFieldProps {
  label: string;
  name: string;
  /** HTML. */
  value: string;
  onChange: (html: string) => void;
  onBlur?: (() => void) | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The ref of react-hook-form's `useController`. */
  ref?: Ref<{ focus: () => void }> | undefined;
}

export interface RichTextEditorProps
  extends Pick<RichTextFieldProps, 'label' | 'value' | 'onChange' | 'onBlur' | 'ref'> {
  id: string;
  attributes: Record<string, string>;
}

/** The server sanitises the HTML. */
export const RichTextField = ({
  label,
  name,
  value,
  onChange,
  onBlur,
  hint,
  error,
  required = false,
  disabled = false,
  ref,
}: RichTextFieldProps) => {
  const ids = useFieldIds(undefined, hint, error);
  const labelId = `${ids.control}-label`;
  const helpId = `${ids.control}-help`;
  const describedBy = [ids.describedBy, helpId].filter(Boolean).join(' ');
  const isInvalid = Boolean(error);
  const attributes = useMemo(
    () => ({
      id: ids.control,
      class: 'rich-text rich-text-editor',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': labelId,
      'aria-describedby': describedBy,
      'aria-keyshortcuts': 'Alt+F10',
      ...(required && { 'aria-required': 'true' }),
      ...(isInvalid && { 'aria-invalid': 'true' }),
    }),
    [ids.control, labelId, describedBy, required, isInvalid],
  );
  return (
    <div data-field={name}>
      <span className={labelClass} id={labelId}>
        {label}
        {required && <RequiredMark />}
      </span>
      {hint && <FieldHint id={ids.hintId}>{hint}</FieldHint>}
      <p className="sr-only" id={helpId}>
        {richTextText.help}
      </p>
      <div
        className={`mt-1 overflow-hidden rounded-md border bg-surface ${isInvalid ? 'border-danger-600 ring-1 ring-danger-600' : 'border-line-strong'}`}
      >
        {disabled ? (
          <RichText className="p-4" html={value} />
        ) : (
          <LoadedEditor {...{ label, value, onChange, onBlur, ref, attributes }} id={ids.control} />
        )}
      </div>
      <input name={name} type="hidden" value={value} />
      <FieldError id={ids.errorId}>{error}</FieldError>
    </div>
  );
};

type Editor = (props: RichTextEditorProps) => ReactNode;

/** Loaded with the first field, because it is large. */
const LoadedEditor = (props: RichTextEditorProps) => {
  const [editor, setEditor] = useState<{ Component: Editor }>();
  const [isFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    import('./rich-text-editor.tsx').then(
      ({ RichTextEditor }) => setEditor({ Component: RichTextEditor }),
      () => setFailed(true),
    );
  }, []);
  useEffect(load, [load]);
  if (isFailed) return <ErrorState onRetry={load} />;
  if (!editor) return <SkeletonRows rowClassName="h-10" rows={4} />;
  return <editor.Component {...props} />;
};
