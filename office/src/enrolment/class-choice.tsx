import { FieldError, labelClass } from '@portal/kit/ui/field.tsx';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';

interface Choice {
  readonly code: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** Null if it can be chosen. */
  readonly obstacle: string | null;
}

interface ClassChoiceProps {
  label: string;
  choices: readonly Choice[];
}

/** Stands in a form with the value `code`. */
export const ClassChoice = ({ label, choices }: ClassChoiceProps) => {
  const { errors } = useFormContext<{ code: string }>().formState;
  return (
    <fieldset className="min-w-0" data-field="code">
      <legend className={labelClass}>{label}</legend>
      <ul className="mt-1 max-h-96 divide-y divide-line overflow-y-auto rounded-md border border-line-strong">
        {choices.map((choice) => (
          <ChoiceItem choice={choice} key={choice.code} />
        ))}
      </ul>
      <FieldError>{errors.code?.message}</FieldError>
    </fieldset>
  );
};

const ChoiceItem = ({ choice: { code, title, lines, obstacle } }: { choice: Choice }) => {
  const { register } = useFormContext<{ code: string }>();
  const described = useId();
  return (
    <li>
      <label className={`flex items-start gap-3 px-3 py-2 ${obstacle ? 'text-ink-soft' : 'hover:bg-sea-50'}`}>
        <input
          {...register('code')}
          aria-describedby={described}
          className="mt-1 size-5 shrink-0 accent-sea-700"
          disabled={obstacle !== null}
          type="radio"
          value={code}
        />
        <span className="min-w-0">
          <span className="block font-semibold tabular">{title}</span>
          <span className="block text-sm" id={described}>
            {[...lines, ...(obstacle ? [obstacle] : [])].map((line) => (
              <span className="block tabular" key={line}>
                {line}
              </span>
            ))}
          </span>
        </span>
      </label>
    </li>
  );
};
