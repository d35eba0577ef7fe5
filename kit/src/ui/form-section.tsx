import { type ReactNode, useId } from 'react';
import { panelClass } from './panel.tsx';

/** A titled panel, of fields or of facts. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={panelClass}>
      <h2 className="mb-4 border-line border-b pb-2" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
