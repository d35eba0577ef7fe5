import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { History } from '../../audit/history.tsx';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { contentText } from '../../text/zh-TW/content.ts';
import { discardIntroRevision } from '../api/discard-intro-revision.ts';
import { introQuery } from '../api/get-intro.ts';
import { introHistoryQuery } from '../api/get-intro-history.ts';
import { introTypeQuery } from '../api/get-intro-type.ts';
import { useContentChanged } from '../use-content-changed.ts';
import { WaitingRevision } from '../waiting-revision.tsx';
import { IntroForm } from './intro-form.tsx';

const text = contentText.intros;
const introductions = { label: text.title, to: paths.introTypes.to() };

export const NewIntroPage = () => {
  const id = Number(useParams().id);
  return (
    <LoadedPage
      gone={text.goneType}
      head={({ type }) => ({
        title: text.newTitle,
        under: [introductions, { label: type.title, to: paths.introType.to({ id }) }],
      })}
      kind={text.newTitle}
      query={useQuery(introTypeQuery(id))}
      under={[introductions]}
      width="wide"
    >
      {({ type }) => <IntroForm intro={null} typeId={type.id} />}
    </LoadedPage>
  );
};

export const IntroPage = () => {
  const id = Number(useParams().id);
  const history = useQuery(introHistoryQuery(id));
  const queries = useQueryClient();
  const changed = useContentChanged();
  const mayEdit = useMay('content.edit');
  // The form begins anew with the text that the public sees.
  const [discards, setDiscards] = useState(0);
  return (
    <LoadedPage
      gone={text.gone}
      head={({ title, type }) => ({
        title,
        under: [introductions, { label: type.title, to: paths.introType.to({ id: type.id }) }],
      })}
      kind={text.title}
      query={useQuery(introQuery(id))}
      under={[introductions]}
      width="wide"
    >
      {(intro) => (
        <>
          {intro.hasRevision && (
            <WaitingRevision
              discard={() => discardIntroRevision(id)}
              mayEdit={mayEdit}
              onDiscarded={(answer) => {
                queries.setQueryData(introQuery(id).queryKey, answer);
                changed();
                setDiscards(discards + 1);
              }}
            />
          )}
          <IntroForm intro={intro} key={`${id} ${discards}`} typeId={intro.type.id} />
          <History query={history} thing={{ subject: 'intro', id }} />
        </>
      )}
    </LoadedPage>
  );
};
