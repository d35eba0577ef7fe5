import { zodResolver } from '@hookform/resolvers/zod';
import { type EditedBanner, BannerForm as Form } from '@portal/contract/office/banners';
import { TextField } from '@portal/kit/ui/field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { bannersText as text } from '../../text/zh-TW/banners.ts';
import { contentText } from '../../text/zh-TW/content.ts';
import { createBanner } from '../api/create-banner.ts';
import { editBanner } from '../api/edit-banner.ts';
import { bannerQuery } from '../api/get-banner.ts';
import { PictureField } from '../picture-field.tsx';
import { PublicationFields } from '../publication-fields.tsx';
import { useContentChanged } from '../use-content-changed.ts';
import { BannerPreview } from './banner-preview.tsx';
import { type BannerValues, emptyBanner, fields, valuesOf } from './banner-values.ts';
import { FocusField } from './focus-field.tsx';

interface BannerFormProps {
  /** Null for a new one. */
  banner: EditedBanner | null;
}

const useBannerForm = (banner: EditedBanner | null) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const changed = useContentChanged();
  return useSave<BannerValues, BannerValues, EditedBanner>({
    defaultValues: banner ? valuesOf(banner) : emptyBanner,
    resolver: zodResolver(Form, undefined, { raw: true }),
    fields,
    ...(banner && { version: banner.version }),
    send: (body, { version, idempotencyKey }) =>
      banner ? editBanner(banner.id, { ...body, version }) : createBanner(body, idempotencyKey),
    done: ({ publication }) => contentText.publication.saved[publication],
    stays: banner !== null,
    onDone: (saved) => {
      queries.setQueryData(bannerQuery(saved.id).queryKey, saved);
      changed();
      if (!banner) navigate(paths.banners.to());
    },
  });
};

/** Read-only without the right to edit. */
export const BannerForm = ({ banner }: BannerFormProps) => {
  const mayEdit = useMay('content.edit');
  const save = useBannerForm(banner);
  return (
    <SaveForm button={{ label: text.save, sending: contentText.saving }} isReadOnly={!mayEdit} save={save}>
      <fieldset className="min-w-0 space-y-6" disabled={!mayEdit}>
        <PictureField hint={text.pictureHint}>{() => null}</PictureField>
        <FocusField disabled={!mayEdit} />
        <BannerPreview />
        <BannerTexts />
        <PublicationFields isPublic={banner?.publication === 'published'} />
      </fieldset>
    </SaveForm>
  );
};

const BannerTexts = () => {
  const { register, formState } = useFormContext<BannerValues>();
  return (
    <>
      <TextField
        {...register('title')}
        autoComplete="off"
        error={formState.errors.title?.message}
        hint={text.nameHint}
        label={text.name}
        required
      />
      <TextField
        {...register('link')}
        autoComplete="off"
        error={formState.errors.link?.message}
        hint={text.linkHint}
        inputMode="url"
        label={text.link}
      />
    </>
  );
};
