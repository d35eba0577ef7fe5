import type { User } from '@portal/contract/accounts';
import { isChanged } from '@portal/kit/browser/changes.ts';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { shrinkPicture } from '@portal/kit/browser/shrink-picture.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { ActionBar } from '@portal/kit/ui/action-bar.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { clearDraft } from '../platform/draft.ts';
import { profileText } from '../text/zh-TW/profile.ts';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import { useUpdateProfile } from './api/update-profile.ts';
import { HiddenFields } from './hidden-fields.tsx';
import { BackgroundFields, ContactFields } from './person-fields.tsx';
import { PrivacyStatement } from './privacy-statement.tsx';
import { ProfileBasics } from './profile-fields.tsx';
import { PROFILE_FIELDS, type ProfileOutput, profileBody, profileValues } from './profile-values.ts';
import { DRAFT, hadPhoto, useProfileForm } from './use-profile-form.ts';

const ProfileSections = ({ user }: { user: User }) => (
  <>
    <FormSection title={text.sections.basics}>
      <ProfileBasics user={user} />
    </FormSection>
    <FormSection title={text.sections.contact}>
      <ContactFields />
    </FormSection>
    <FormSection title={text.sections.background}>
      <BackgroundFields />
    </FormSection>
  </>
);

interface ProfileFormProps {
  user: User;
  onSaved: () => void;
  onCancel: () => void;
}

export const ProfileForm = ({ user, onSaved, onCancel }: ProfileFormProps) => {
  const form = useProfileForm(user);
  const { errors, isSubmitting } = form.formState;
  const [isUnsent, setUnsent] = useState(() => isChanged(form.getValues(), profileValues(user)));
  const [isPhotoLost, setPhotoLost] = useState(hadPhoto);
  const [progress, setProgress] = useState(0);
  const { mutateAsync } = useUpdateProfile();

  const save = async (values: ProfileOutput) => {
    setProgress(0);
    try {
      const body = profileBody({ ...values, file: await shrinkPicture(values.file) });
      const saved = await mutateAsync({ form: body, onProgress: setProgress });
      form.reset(profileValues(saved));
      clearDraft(DRAFT);
      setUnsent(false);
      setPhotoLost(false);
      onSaved();
    } catch (error) {
      showRefusal(error, PROFILE_FIELDS, form.setError);
    }
  };
  const cancel = () => {
    clearDraft(DRAFT);
    onCancel();
  };

  return (
    <FormProvider {...form}>
      <form className="space-y-6" method="post" noValidate onSubmit={form.handleSubmit(save)}>
        <p className="text-ink-soft">{text.requiredLegend}</p>
        <HiddenFields user={user} />
        <Notice>{profileText.readOnlyNote}</Notice>
        {(isUnsent || isPhotoLost) && (
          <Notice>
            {isUnsent && <p>{common.unsent}</p>}
            {isPhotoLost && <p>{profileText.photoLost}</p>}
          </Notice>
        )}
        <FormProblems fields={PROFILE_FIELDS} form={form} />
        <ProfileSections user={user} />
        <PrivacyStatement />
        <ActionBar>
          <FormEnd
            fault={errors.root?.failed}
            isSending={isSubmitting}
            onCancel={cancel}
            progress={progress}
          />
        </ActionBar>
      </form>
    </FormProvider>
  );
};
