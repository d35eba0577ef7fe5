import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { useMay } from '../../platform/session.ts';
import { SettingsNav } from '../../settings/settings-nav.tsx';
import { phrasesText as text } from '../../text/zh-TW/phrases.ts';
import { reviewPhrasesQuery } from '../api/get-phrases.ts';
import { AddPhrase } from './add-phrase.tsx';
import { PhraseList } from './phrase-list.tsx';

export const PhrasesPage = () => {
  const query = useQuery(reviewPhrasesQuery);
  const mayEdit = useMay('settings.edit');
  return (
    <Page lead={text.lead} nav={<SettingsNav />} title={text.title} width="narrow">
      <Loaded query={query}>{(phrases) => <PhraseList mayEdit={mayEdit} phrases={phrases} />}</Loaded>
      {mayEdit && <AddPhrase />}
    </Page>
  );
};
