import type { User } from '@portal/contract/accounts';
import { today } from '@portal/contract/dates';
import { TextField } from '@portal/kit/ui/field.tsx';
import { MinguoDay } from '@portal/kit/ui/minguo-day.tsx';
import { PhotoField } from '@portal/kit/ui/photo-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { organizationsQuery } from '../catalogue/api/get-organizations.ts';
import { DateField } from '../platform/lazy-date-field.tsx';
import { personText } from '../text/zh-TW/person.ts';
import { profileText } from '../text/zh-TW/profile.ts';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import { LookupSelect } from './lookup-select.tsx';
import { EnglishNameField, SexField } from './person-fields.tsx';
import { useField } from './person-form.ts';
import { usePhoto } from './person-photo.tsx';
import { lockedFields, type ProfileValues } from './profile-values.ts';

export const ProfileBasics = ({ user }: { user: User }) => {
  const locked = lockedFields(user);
  return (
    <div className="grid gap-6 md:grid-cols-[16rem_minmax(0,1fr)]">
      <ProfilePhoto user={user} />
      <div className="grid content-start gap-x-6 gap-y-4 sm:grid-cols-2">
        {locked.organization_id ? (
          <ReadOnly label={text.organization} name="organization_id" />
        ) : (
          <Organization />
        )}
        {locked.chinese_name ? <ReadOnly label={text.chineseName} name="chinese_name" /> : <ChineseName />}
        <EnglishNameField />
        {locked.id_number && <ReadOnly label={text.idNumber} name="id_number" />}
        {user.passport_no !== null &&
          (locked.passport_no ? <ReadOnly label={text.passportNo} name="passport_no" /> : <PassportNo />)}
        <SexField />
        {locked.birthday && user.birthday ? <KnownBirthday birthday={user.birthday} /> : <MissingBirthday />}
      </div>
    </div>
  );
};

const ReadOnlyLabel = ({ children }: { children: string }) => (
  <>
    {children}
    <span className="ms-2 rounded-sm border border-line-strong bg-paper px-2 py-0.5 font-normal text-ink-soft text-sm">
      {profileText.readOnly}
    </span>
  </>
);

interface ReadOnlyProps {
  name: 'organization_id' | 'chinese_name' | 'id_number' | 'passport_no' | 'birthday';
  label: string;
}

/** Only the branch may change it. Sent anyway: the server expects it. */
const ReadOnly = ({ name, label }: ReadOnlyProps) => {
  const { field, fieldState } = useController<ProfileValues, typeof name>({ name });
  return (
    <TextField
      disabled
      error={fieldState.error?.message}
      label={<ReadOnlyLabel>{label}</ReadOnlyLabel>}
      name={name}
      value={`${field.value ?? ''}`}
    />
  );
};

const Organization = () => (
  <LookupSelect
    label={text.organization}
    lookup={useQuery(organizationsQuery)}
    name="organization_id"
    required
  />
);

const ChineseName = () => (
  <TextField
    {...useField<ProfileValues>('chinese_name')}
    autoComplete="name"
    hint={text.chineseNameHint}
    label={text.chineseName}
    required
  />
);

const PassportNo = () => (
  <TextField
    {...useField<ProfileValues>('passport_no')}
    autoComplete="off"
    hint={text.accountHint}
    label={text.passportNo}
    required
    upperCase
  />
);

const ProfilePhoto = ({ user }: { user: User }) => {
  const { field, fieldState } = useController<ProfileValues, 'file'>({ name: 'file' });
  const { url, fault } = usePhoto(user.src);
  return (
    <PhotoField
      current={url === null ? undefined : { src: url, alt: personText.photoOf(user.chinese_name ?? '') }}
      error={fieldState.error?.message}
      hint={profileText.photoHint}
      label={text.photo}
      name="file"
      none={fault}
      onBlur={field.onBlur}
      onChange={field.onChange}
      value={field.value}
    />
  );
};

const KnownBirthday = ({ birthday }: { birthday: string }) => (
  <div>
    <ReadOnly label={text.birthday} name="birthday" />
    <p className="mt-1">
      <MinguoDay time={birthday} />
    </p>
  </div>
);

const MissingBirthday = () => {
  const { field, fieldState } = useController<ProfileValues, 'birthday'>({ name: 'birthday' });
  return (
    <DateField
      error={fieldState.error?.message}
      hint={text.birthdayHint}
      label={text.birthday}
      max={today(new Date())}
      name="birthday"
      onBlur={field.onBlur}
      onChange={field.onChange}
      required
      value={field.value}
    />
  );
};
