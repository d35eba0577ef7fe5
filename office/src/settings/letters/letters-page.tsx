import type { LetterRow } from '@portal/contract/office/letters';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { lettersText as text } from '../../text/zh-TW/letters.ts';
import { lettersQuery } from '../api/get-letters.ts';
import { SettingsNav } from '../settings-nav.tsx';
import { LetterView } from './letter-view.tsx';

export const LettersPage = () => (
  <Page lead={text.lead} nav={<SettingsNav />} title={text.title}>
    <Loaded query={useQuery(lettersQuery)}>{(letters) => <Letters letters={letters} />}</Loaded>
  </Page>
);

interface LettersProps {
  letters: readonly LetterRow[];
}

const Letters = ({ letters }: LettersProps) => {
  const [search, setSearch] = useSearchParams();
  const shown = letters.find(({ key }) => key === search.get('letter')) ?? letters[0];
  if (!shown) return null;
  return (
    <div className="lg:grid lg:grid-cols-[17rem_1fr] lg:gap-8">
      <div className="mb-4 lg:hidden">
        <SelectField
          label={text.choose}
          name="letter"
          onChange={({ currentTarget }) => setSearch({ letter: currentTarget.value }, { replace: true })}
          options={letters.map(({ key, group, situation }) => ({
            value: key,
            label: `${group}：${situation}`,
          }))}
          value={shown.key}
        />
      </div>
      <LetterLinks current={shown.key} letters={letters} />
      <LetterView key={shown.key} letter={shown} />
    </div>
  );
};

const LetterLinks = ({ letters, current }: LettersProps & { current: string }) => {
  const groups = [...new Set(letters.map(({ group }) => group))];
  return (
    <nav aria-label={text.list} className="max-lg:hidden">
      {groups.map((group) => (
        <section className="mb-4" key={group}>
          <h2 className="mb-1 font-semibold text-base">{group}</h2>
          <ul>
            {letters
              .filter((letter) => letter.group === group)
              .map(({ key, situation }) => (
                <li key={key}>
                  <Link
                    aria-current={key === current ? 'true' : undefined}
                    className="block rounded-md px-2 py-1 text-sea-800 no-underline hover:bg-sea-50 aria-[current=true]:bg-sea-100 aria-[current=true]:font-semibold"
                    preventScrollReset
                    replace
                    to={{ search: `?letter=${key}` }}
                  >
                    {situation}
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  );
};
