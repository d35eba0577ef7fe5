import { createContext, type ReactNode, useContext, useId } from 'react';

/** A registration is shown on its own page or beside a list. */
export const SectionLevel = createContext<'h2' | 'h3'>('h2');

export const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  const Heading = useContext(SectionLevel);
  return (
    <section aria-labelledby={id} className="mt-8">
      <Heading className="mb-2 text-lg" id={id}>
        {title}
      </Heading>
      {children}
    </section>
  );
};
