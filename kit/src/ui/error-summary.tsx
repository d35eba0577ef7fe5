import { useEffect, useId, useRef } from 'react';
import { uiText } from '../text/zh-TW/ui.ts';
import { focusField } from './focus-field.ts';
import { Icon } from './icon.tsx';

export interface FieldProblem {
  /** The field's name; without one the problem is shown without a link. */
  field?: string | undefined;
  message: string;
}

interface ErrorSummaryProps {
  problems: readonly FieldProblem[];
  /** Changes with each submission (`submitCount`), so that the summary is announced again. */
  attempt?: number | undefined;
  /** false if the form focuses the first invalid field itself. */
  takeFocus?: boolean | undefined;
}

export function ErrorSummary({ problems, attempt = 0, takeFocus = true }: ErrorSummaryProps) {
  if (problems.length === 0) return null;
  return <SummaryBox key={attempt} problems={problems} takeFocus={takeFocus} />;
}

function SummaryBox({ problems, takeFocus }: { problems: readonly FieldProblem[]; takeFocus: boolean }) {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takeFocus) box.current?.focus();
  }, [takeFocus]);
  return (
    <section
      aria-labelledby={id}
      className="rounded-md border-2 border-danger-600 bg-danger-50 px-4 py-3"
      ref={box}
      tabIndex={-1}
    >
      <h2 className="flex items-center gap-2 font-bold text-base text-danger-700" id={id}>
        <Icon name="alert-circle" />
        {uiText.formErrors}
      </h2>
      <ul className="mt-1 list-disc ps-8">
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            {field ? <ProblemLink field={field} message={message} /> : message}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProblemLink({ field, message }: { field: string; message: string }) {
  return (
    <a
      className="inline-flex min-h-8 items-center font-semibold text-danger-700 underline hover:no-underline pointer-coarse:min-h-11"
      href={`#${field}`}
      onClick={(event) => {
        event.preventDefault();
        focusField(field);
      }}
    >
      {message}
    </a>
  );
}
