import { OptionsFault } from '@portal/kit/ui/options-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { reviewPhrasesQuery } from '../../enrolment/api/get-phrases.ts';
import { renewalsText } from '../../text/zh-TW/renewals.ts';

const text = renewalsText.phrases;

/** Each button adds its phrase to the field `reason`, where it can be edited. */
export const PhraseButtons = () => {
  const id = useId();
  const phrases = useQuery(reviewPhrasesQuery);
  const { getValues, setValue, setFocus } = useFormContext<{ reason: string }>();
  if (phrases.isPending) return <SkeletonRows rowClassName="h-11" rows={2} />;
  if (!phrases.data) return <OptionsFault loads={[phrases]} text={text.failed} />;
  if (phrases.data.length === 0) return null;
  const add = (phrase: string) => {
    const typed = getValues('reason').trimEnd();
    const reason = typed === '' ? phrase : `${typed}\n${phrase}`;
    setValue('reason', reason, { shouldDirty: true, shouldValidate: true });
    setFocus('reason');
  };
  return (
    <section aria-labelledby={id}>
      <h3 className="font-semibold text-base" id={id}>
        {text.title}
      </h3>
      <ul className="mt-1 max-h-48 divide-y divide-line overflow-y-auto rounded-lg border border-line">
        {phrases.data.map((phrase) => (
          <li key={phrase.id}>
            <button
              className="min-h-11 w-full px-3 py-2 text-start hover:bg-sea-50"
              onClick={() => add(phrase.text)}
              type="button"
            >
              {phrase.text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
