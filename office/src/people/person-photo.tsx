import { Icon } from '@portal/kit/ui/icon.tsx';
import { useState } from 'react';
import { personText } from '../text/zh-TW/person.ts';

const text = personText.photo;
const box = 'h-32 w-24 shrink-0 sm:h-40 sm:w-30 rounded-md border border-line-strong bg-surface';

interface PersonPhotoProps {
  name: string;
  /** The address of the photo; null without one. */
  src: string | null;
}

/** Give it a key of the person: a photo that failed is not asked for again. */
export const PersonPhoto = ({ name, src }: PersonPhotoProps) => {
  const [isBroken, setBroken] = useState(false);
  if (src === null || isBroken) return <NoPhoto>{isBroken ? text.failed : text.none}</NoPhoto>;
  return (
    <img
      alt={text.of(name)}
      className={`${box} object-cover`}
      height={160}
      onError={() => setBroken(true)}
      src={src}
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
