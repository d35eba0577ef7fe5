import type { Class } from '@portal/contract/catalogue';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { Moment } from '@portal/kit/ui/minguo-day.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';
import { refusedText as text } from '../text/zh-TW/refused-enrolment.ts';
import { classPageQuery } from './api/get-classes.ts';
import { seatsLeft } from './class-badge.ts';
import { addressOf } from './list-place.ts';
import { placeName } from './place-name.ts';

const SHOWN_MAX = 3;

/** The longest word that the list takes. */
const WORD_MAX = 60;

/** Classes of the same course in which the person can enrol alone, the first to start before the others. */
export const OtherClasses = ({ shown: { name, code } }: { shown: Class }) => {
  const word = name.slice(0, WORD_MAX);
  const { data, isError } = useQuery(classPageQuery({ word, open: '1', sort: 'start' }, 1));
  if (isError) return null;
  const others = data?.data.filter(
    (one) => one.name === name && one.code !== code && one.personal_obstacle === null,
  );
  return (
    <section
      aria-labelledby="others"
      className="mb-4 rounded-xl border border-line bg-surface p-4 shadow-card sm:px-6 print:hidden"
    >
      <h2 className="text-lg" id="others">
        {text.others}
      </h2>
      {others ? <Others others={others} name={name} word={word} /> : <SkeletonRows rows={SHOWN_MAX} />}
    </section>
  );
};

interface OthersProps {
  others: readonly Class[];
  name: string;
  word: string;
}

const Others = ({ others, name, word }: OthersProps) =>
  others.length === 0 ? (
    <>
      <p className="mb-3">{text.none(name)}</p>
      <ButtonLink to={paths.classList.to()}>{text.all}</ButtonLink>
    </>
  ) : (
    <>
      <ul className="mb-3 divide-y divide-line">
        {others.slice(0, SHOWN_MAX).map((one) => (
          <li key={one.id}>
            <Link
              className="group flex min-h-11 flex-wrap items-baseline gap-x-4 py-2 hover:bg-sea-50"
              to={paths.classDetail.to({ code: one.code })}
            >
              <span className="font-semibold text-sea-800 underline group-hover:no-underline">
                <Moment time={one.start_time} />
              </span>
              <span>{one.organization}</span>
              <span className="text-ink-soft">{placeName(one.place)}</span>
              <span>{text.seats(seatsLeft(one))}</span>
            </Link>
          </li>
        ))}
      </ul>
      <ButtonLink to={addressOf({ filter: { word }, page: 1, opened: [] })}>{text.allOf(name)}</ButtonLink>
    </>
  );
