import { readable } from '@portal/contract/dates';
import type { AnswerOf } from '@portal/contract/endpoint';
import { type enrollableClasses, REASON_MAX } from '@portal/contract/office/enrolment';
import { useDebounced } from '@portal/kit/browser/use-debounced.ts';
import { TextField } from '@portal/kit/ui/field.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Loaded } from '../../platform/loaded.tsx';
import { useScope } from '../../platform/scope.ts';
import { onBehalfText } from '../../text/zh-TW/on-behalf.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { enrollableClassesQuery } from '../api/get-enrollable-classes.ts';
import { ClassChoice } from '../class-choice.tsx';
import type { OnBehalfValues } from './on-behalf-values.ts';

const text = onBehalfText.class;

type EnrollableClass = AnswerOf<typeof enrollableClasses>[number];

/** Trainees' obstacles need a reason. */
export const ClassSearchFields = () => {
  const [search, setSearch] = useState('');
  const [askFor, isWaiting] = useDebounced(setSearch);
  const { inScope } = useScope();
  const query = useQuery({
    ...enrollableClassesQuery({ search, ...inScope }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="space-y-4">
      <TextField
        autoComplete="off"
        label={text.search}
        onChange={(event) => askFor(event.currentTarget.value)}
        type="search"
      />
      <Loaded query={query} rows={3}>
        {(data) => (
          <div aria-busy={isWaiting || query.isPlaceholderData}>
            <EnrollableClasses classes={data} />
          </div>
        )}
      </Loaded>
      <Reason classes={query.data ?? []} />
    </div>
  );
};

const linesOf = ({ organization, startTime, place, fee, left, obstacle }: EnrollableClass): string[] => [
  `${readable(startTime)}　${organization}`,
  place,
  `${text.left(left)}，${reviewsText.registration.amount(fee)}`,
  ...(obstacle?.overridable ? [text.needsReason(obstacle.text)] : []),
];

const EnrollableClasses = ({ classes }: { classes: readonly EnrollableClass[] }) =>
  classes.length === 0 ? (
    <p>{text.none}</p>
  ) : (
    <ClassChoice
      choices={classes.map((trainingClass) => ({
        code: trainingClass.code,
        title: `${trainingClass.course}　${trainingClass.code}`,
        lines: linesOf(trainingClass),
        obstacle:
          trainingClass.obstacle && !trainingClass.obstacle.overridable ? trainingClass.obstacle.text : null,
      }))}
      label={text.found}
    />
  );

const Reason = ({ classes }: { classes: readonly EnrollableClass[] }) => {
  const { register, formState } = useFormContext<OnBehalfValues>();
  const code = useWatch<OnBehalfValues, 'code'>({ name: 'code' });
  const obstacle = classes.find((trainingClass) => trainingClass.code === code)?.obstacle;
  return (
    <TextArea
      {...register('reason')}
      error={formState.errors.reason?.message}
      hint={obstacle ? onBehalfText.reason.hint(obstacle.text) : onBehalfText.reason.optionalHint}
      label={onBehalfText.reason.label}
      maxLength={REASON_MAX}
      required={Boolean(obstacle)}
      rows={2}
    />
  );
};
