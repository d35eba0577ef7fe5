import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { setupText as text } from '../text/zh-TW/setup.ts';
import { setupQuery } from './api/get-setup.ts';
import { SetupSteps } from './setup-steps.tsx';

/** Shown to administrators on the first page while something essential is missing. */
export const SetupSection = () => {
  const id = useId();
  const { data } = useQuery(setupQuery);
  if (!data || data.isReady) return null;
  return (
    <section aria-labelledby={id} className="mb-8 max-w-3xl">
      <h2 id={id}>{text.section}</h2>
      <p className="mb-3 text-ink-soft">{text.lead}</p>
      <SetupSteps setup={data} />
    </section>
  );
};
