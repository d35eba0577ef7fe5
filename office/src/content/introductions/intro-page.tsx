import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { History } from '../../audit/history.tsx';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { contentText } from '../../text/zh-TW/content.ts';
import { introQuery } from '../api/get-intro.ts';
import { introHistoryQuery } from '../api/get-intro-history.ts';
import { introTypeQuery } from '../api/get-intro-type.ts';
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
          <IntroForm intro={intro} key={id} typeId={intro.type.id} />
          <History query={history} thing={{ subject: 'intro', id }} />
        </>
      )}
    </LoadedPage>
  );
};
