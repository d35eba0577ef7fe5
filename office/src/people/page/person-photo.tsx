import { Icon } from '@portal/kit/ui/icon.tsx';
import { useState } from 'react';
import { personText } from '../../text/zh-TW/person.ts';
import { photoAddress } from '../api/photo-address.ts';

const text = personText.photo;
const box = 'h-40 w-30 shrink-0 rounded-md border border-line-strong bg-surface';

interface PersonPhotoProps {
  id: number;
  name: string;
  hasPhoto: boolean;
}

export const PersonPhoto = ({ id, name, hasPhoto }: PersonPhotoProps) => {
  const [isBroken, setBroken] = useState(false);
  if (!hasPhoto || isBroken) return <NoPhoto>{isBroken ? text.failed : text.none}</NoPhoto>;
  return (
    <img
      alt={text.of(name)}
      className={`${box} object-cover`}
      height={160}
      onError={() => setBroken(true)}
      src={photoAddress(id)}
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
