import { registrationPhoto } from '@portal/contract/office/enrolment';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useState } from 'react';
import { reviewsText } from '../../text/zh-TW/reviews.ts';

const text = reviewsText.person;
const box = 'h-32 w-24 shrink-0 sm:h-40 sm:w-30 rounded-md border border-line-strong bg-surface';

interface PhotoBoxProps {
  registrationId: number;
  name: string;
  hasPhoto: boolean;
}

export const PhotoBox = ({ registrationId, name, hasPhoto }: PhotoBoxProps) => {
  const [isBroken, setBroken] = useState(false);
  if (!hasPhoto || isBroken) return <NoPhoto>{isBroken ? text.photoFailed : text.noPhoto}</NoPhoto>;
  return (
    <img
      alt={text.photo(name)}
      className={`${box} object-cover`}
      height={160}
      onError={() => setBroken(true)}
      src={registrationPhoto.path.replace(':id', `${registrationId}`)}
      width={120}
    />
  );
};

const NoPhoto = ({ children }: { children: string }) => (
  <div
    className={`${box} flex flex-col items-center justify-center gap-2 p-2 text-center text-ink-soft text-sm`}
  >
    <Icon className="size-8" name="user" />
    {children}
  </div>
);
