import { type ReactNode, useId } from 'react';

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-surface p-4 shadow-card sm:p-6">
      <h2 className="mb-4 border-line border-b pb-2" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
