import { colourFault } from '@portal/contract/colour';
import { TextField } from '@portal/kit/ui/field.tsx';
import { useController } from 'react-hook-form';
import { siteText as text } from '../../text/zh-TW/site.ts';
import type { SiteValues } from './site-values.ts';

const COLOUR = /^#[0-9a-f]{6}$/i;

/** The colour that can be shown; null while it is being typed. */
export const shownColour = (typed: string): string | null =>
  COLOUR.test(typed.trim()) ? typed.trim().toLowerCase() : null;

/** Says at once why a colour cannot be used. */
export const ColourField = () => {
  const { field, fieldState } = useController<SiteValues, 'colour'>({ name: 'colour' });
  const colour = shownColour(field.value);
  const fault = colour === null ? undefined : (colourFault(colour) ?? undefined);
  return (
    <div className="flex items-end gap-3">
      <TextField
        {...field}
        autoComplete="off"
        className="min-w-0 flex-1"
        error={fieldState.error?.message ?? fault}
        hint={text.colourHint}
        label={text.colour}
        required
      />
      <label className="shrink-0">
        <span className="sr-only">{text.pickColour}</span>
        <input
          className="block h-11 w-14 cursor-pointer rounded-md border border-line-strong bg-surface p-1 disabled:cursor-not-allowed"
          onChange={({ target }) => field.onChange(target.value)}
          type="color"
          value={colour ?? '#000000'}
        />
      </label>
    </div>
  );
};
