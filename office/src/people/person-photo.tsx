import { Icon } from '@portal/kit/ui/icon.tsx';
import { useState } from 'react';
import { personText } from '../text/zh-TW/person.ts';

const text = personText.photo;

const sizes = {
  full: { box: 'h-32 w-24 sm:h-40 sm:w-30', icon: 'size-8', width: 120, height: 160 },
  small: { box: 'h-20 w-15', icon: 'size-5', width: 60, height: 80 },
} as const;
type Size = keyof typeof sizes;

const boxOf = (size: Size) => `${sizes[size].box} shrink-0 rounded-md border border-line-strong bg-surface`;

interface PersonPhotoProps {
  name: string;
  /** The address of the photo; null without one. */
  src: string | null;
  size?: Size;
}

/** Give it a key of the person: a photo that failed is not asked for again. */
export const PersonPhoto = ({ name, src, size = 'full' }: PersonPhotoProps) => {
  const [isBroken, setBroken] = useState(false);
  if (src === null || isBroken) return <NoPhoto size={size}>{isBroken ? text.failed : text.none}</NoPhoto>;
  const { width, height } = sizes[size];
  return (
    <img
      alt={text.of(name)}
      className={`${boxOf(size)} object-cover`}
      height={height}
      loading="lazy"
      onError={() => setBroken(true)}
      src={src}
      width={width}
    />
  );
};

const NoPhoto = ({ children, size }: { children: string; size: Size }) => (
  <div
    className={`${boxOf(size)} flex flex-col items-center justify-center gap-1 p-1 text-center text-ink-soft text-xs sm:text-sm`}
  >
    <Icon className={sizes[size].icon} name="user" />
    {children}
  </div>
);
