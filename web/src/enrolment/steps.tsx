import type { Situation } from '@portal/contract/situation';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { stageOf, stages } from './stage.ts';

const text = enrolmentText.steps;

const marks = {
  past: 'border-ok-600 bg-ok-600 text-surface',
  present: 'border-sea-700 bg-sea-700 text-surface',
  future: 'border-line-strong bg-surface text-ink-soft',
};

/** A class without a fee has no payment step. */
export const Steps = ({ situation, isFree }: { situation: Situation; isFree: boolean }) => {
  const stage = stageOf[situation];
  if (stage === null) return null;
  const shown = stages.filter((step) => !(isFree && step === 'payment'));
  const at = stage === 'done' ? shown.length : shown.indexOf(stage);
  return (
    <ol aria-label={text.label} className="isolate flex">
      {shown.map((step, index) => {
        const mark = index < at ? 'past' : index === at ? 'present' : 'future';
        return (
          <li
            aria-current={mark === 'present' ? 'step' : undefined}
            className="relative flex flex-1 flex-col items-center gap-1 text-center text-sm before:absolute before:end-1/2 before:-z-10 before:top-3.5 before:w-full before:border-line-strong before:border-t first:before:hidden"
            key={step}
          >
            <span
              className={`relative inline-flex size-7 items-center justify-center rounded-full border-2 font-bold text-xs [print-color-adjust:exact] ${marks[mark]}`}
            >
              {mark === 'past' ? <Icon className="size-4" name="check" /> : index + 1}
            </span>
            <span className={mark === 'present' ? 'font-bold text-sea-800' : 'text-ink-soft'}>
              {text[step]}
              {mark === 'past' && <span className="sr-only">{text.past}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
};
