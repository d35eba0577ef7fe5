import { TextField } from '@portal/kit/ui/field.tsx';
import { useController, useFormContext } from 'react-hook-form';
import { RichTextField } from '../rich-text/rich-text-field.tsx';
import { contentText as text } from '../text/zh-TW/content.ts';

/** Part of a form. */
interface TextValues {
  title: string;
  html: string;
}

interface TextFieldsProps {
  disabled: boolean;
}

/** The title and the formatted text of a page or an introduction. */
export const TitleAndText = ({ disabled }: TextFieldsProps) => {
  const { register, formState } = useFormContext<TextValues>();
  const { field, fieldState } = useController<TextValues, 'html'>({ name: 'html' });
  return (
    <>
      <TextField
        {...register('title')}
        autoComplete="off"
        error={formState.errors.title?.message}
        label={text.heading}
        required
      />
      {/* The headings in the text are those below it. */}
      <h2 className="sr-only">{text.html}</h2>
      <RichTextField
        {...field}
        disabled={disabled}
        error={fieldState.error?.message}
        label={text.html}
        required
      />
    </>
  );
};
