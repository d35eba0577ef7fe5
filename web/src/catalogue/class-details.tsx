import type { Class } from '@portal/contract/catalogue';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';
import { catalogue } from '../text/zh-TW/catalogue.ts';
import { ClassBody } from './class-body.tsx';
import { ClassFacts } from './class-facts.tsx';
import { EnrolLinks } from './enrol-links.tsx';

interface ClassDetailsProps {
  shown: Class;
  search: string;
}

export const ClassDetails = ({ shown, search }: ClassDetailsProps) => (
  <ClassBody level={4} shown={shown}>
    <ClassFacts shown={shown} />
    <EnrolLinks shown={shown} />
    <Link
      aria-label={catalogue.about(catalogue.detail, shown.name, shown.code)}
      className="inline-flex min-h-11 items-center gap-1 text-sea-800 underline hover:no-underline print:hidden"
      state={{ list: search }}
      to={paths.classDetail.to({ code: shown.code }, groupOf(search))}
    >
      {catalogue.detail}
      <Icon className="size-4" name="chevron-right" />
    </Link>
  </ClassBody>
);

const groupOf = (search: string): Record<string, string> => {
  const group = new URLSearchParams(search).get('group');
  return group === null ? {} : { group };
};
