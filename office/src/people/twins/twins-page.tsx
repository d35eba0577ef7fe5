import { Link } from 'react-router';
import { ListPage } from '../../lists/list-page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { peopleText } from '../../text/zh-TW/people.ts';
import { personTwinsText as text } from '../../text/zh-TW/person-twins.ts';
import { listOfTwins } from './twins-list.tsx';

export const TwinsPage = () => (
  <ListPage
    above={<LeadText />}
    list={listOfTwins}
    under={[{ label: peopleText.title, to: paths.people.to() }]}
  />
);

/** Rows of a file that were left out have no account, so they are no pair. */
const LeadText = () => (
  <div className="mb-4 max-w-3xl space-y-1">
    <p>{text.lead}</p>
    {useMay('import.run') && (
      <p>
        {text.imports}
        <Link className="text-sea-800 underline hover:no-underline" to={paths.imports.to()}>
          {text.importsLink}
        </Link>
      </p>
    )}
  </div>
);
