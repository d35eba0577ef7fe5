import { readable } from '@portal/contract/dates';
import type { PersonLook } from '@portal/contract/office/privacy';
import { type Column, DataTable, ShortLine } from '@portal/kit/ui/data-table.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ActorName } from '../../audit/actor-name.tsx';
import { PersonName } from '../../people/person-name.tsx';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { privacyText } from '../../text/zh-TW/privacy.ts';
import { looksQuery } from '../api/get-looks.ts';

const text = privacyText.looks;

/** Lists the looks at a person's data, as an answer to the person who asks. */
export const LooksPage = () => {
  const id = Number(useParams().id);
  return (
    <LoadedPage
      gone={text.gone}
      head={({ name }) => ({ title: text.of(name), lead: text.lead })}
      kind={text.title}
      query={useQuery(looksQuery(id))}
      under={[{ label: privacyText.title, to: paths.privacy.to() }]}
      width="wide"
    >
      {({ name, looks }) => (
        <>
          <p className="mb-4">
            {text.toPerson}：<PersonName id={id} name={name} />
          </p>
          <DataTable
            caption={text.title}
            columns={columns}
            empty={text.empty}
            rowKey={({ key }) => key}
            rows={looks}
          />
        </>
      )}
    </LoadedPage>
  );
};

const columns: readonly Column<PersonLook>[] = [
  { key: 'at', header: text.at, cell: ({ at }) => <ShortLine>{readable(at)}</ShortLine> },
  { key: 'who', header: text.who, primary: true, cell: ({ actor }) => <ActorName actor={actor} /> },
  { key: 'what', header: text.what, cell: ({ what }) => what },
  { key: 'session', header: text.session, cell: ({ session }) => session },
];
