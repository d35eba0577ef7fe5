import { Badge } from '@portal/kit/ui/badge.tsx';
import { documentsText as text } from '../text/zh-TW/documents.ts';

export interface Shown {
  readonly name: string;
  readonly hint: string | null;
  /** Null for other documents. */
  readonly required: boolean | null;
}

export const AskedTitle = ({ shown: { name, hint, required }, id }: { shown: Shown; id: string }) => (
  <div className="min-w-0">
    <p className="flex flex-wrap items-center gap-2 font-semibold">
      {name}
      {required !== null && (
        <Badge icon={required ? 'alert-circle' : 'minus'} tone={required ? 'info' : 'neutral'}>
          {required ? text.required : text.optional}
        </Badge>
      )}
    </p>
    {hint && (
      <p className="text-ink-soft text-sm" id={id}>
        {hint}
      </p>
    )}
  </div>
);
