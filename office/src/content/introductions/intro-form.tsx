import { zodResolver } from '@hookform/resolvers/zod';
import { type EditedIntro, IntroForm as Form } from '@portal/contract/office/content';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { contentText } from '../../text/zh-TW/content.ts';
import { createIntro } from '../api/create-intro.ts';
import { editIntro } from '../api/edit-intro.ts';
import { introQuery } from '../api/get-intro.ts';
import { PublicationFields, publicationValuesOf } from '../publication-fields.tsx';
import { TitleAndText } from '../text-fields.tsx';
import { useContentChanged } from '../use-content-changed.ts';

const text = contentText.intros;

type Values = z.input<typeof Form>;

const fields = ['title', 'html', 'publication', 'at'] as const;

const empty: Values = { title: '', html: '', publication: 'draft', at: null };

const valuesOf = ({ title, html, hasRevision, ...intro }: EditedIntro): Values => ({
  ...{ title, html },
  ...publicationValuesOf(intro),
  ...(hasRevision && { publication: 'revision' }),
});

interface IntroFormProps {
  /** Null for a new one. */
  intro: EditedIntro | null;
  typeId: number;
}

const useIntroForm = ({ intro, typeId }: IntroFormProps) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const changed = useContentChanged();
  return useSave<Values, Values, EditedIntro>({
    defaultValues: intro ? valuesOf(intro) : empty,
    resolver: zodResolver(Form, undefined, { raw: true }),
    fields,
    ...(intro && { version: intro.version }),
    send: (body, { version, idempotencyKey }) =>
      intro ? editIntro(intro.id, { ...body, version }) : createIntro(typeId, body, idempotencyKey),
    done: ({ publication, hasRevision }) =>
      hasRevision ? contentText.publication.savedRevision : contentText.publication.saved[publication],
    stays: intro !== null,
    onDone: (saved) => {
      queries.setQueryData(introQuery(saved.id).queryKey, saved);
      changed();
      if (!intro) navigate(paths.introType.to({ id: typeId }));
    },
  });
};

/** Read-only without the right to edit. */
export const IntroForm = (props: IntroFormProps) => {
  const mayEdit = useMay('content.edit');
  const save = useIntroForm(props);
  return (
    <SaveForm button={{ label: text.save, sending: contentText.saving }} isReadOnly={!mayEdit} save={save}>
      <fieldset className="min-w-0 space-y-6" disabled={!mayEdit}>
        <TitleAndText disabled={!mayEdit} />
        <PublicationFields canWait isPublic={props.intro?.publication === 'published'} />
      </fieldset>
    </SaveForm>
  );
};
