import type { Class } from '@portal/contract/catalogue';
import { Clamped } from '@portal/kit/ui/clamped.tsx';
import { RichText } from '@portal/kit/ui/rich-text.tsx';
import type { ReactNode } from 'react';
import { classText } from '../text/zh-TW/class.ts';

interface ClassBodyProps {
  shown: Class;
  level: 2 | 4;
  children: ReactNode;
}

export const ClassBody = ({ shown, level, children }: ClassBodyProps) => {
  if (shown.html.trim() === '') return children;
  const Heading = `h${level}` as const;
  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[28rem_minmax(0,1fr)] print:block print:space-y-4">
      <div className="min-w-0 space-y-5">{children}</div>
      <section className="min-w-0">
        <Heading className="mb-2 text-ink-soft text-sm leading-normal">{classText.introduction}</Heading>
        <Clamped less={classText.introductionLess} more={classText.introductionMore}>
          <RichText html={shown.html} />
        </Clamped>
      </section>
    </div>
  );
};
