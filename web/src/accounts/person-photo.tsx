import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { privateFileQuery } from '../platform/private-file.ts';
import { personText } from '../text/zh-TW/person.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const frame = 'aspect-[295/413] w-32 rounded-md border border-line bg-paper sm:w-40';

/** A person's photo, fetched with the token and shown from memory. */
export const PersonPhoto = ({ src, name }: { src: string | null; name: string }) =>
  src === null ? <NoPhoto /> : <LoadedPhoto src={src} name={name} />;

const NoPhoto = () => (
  <div className={`${frame} grid place-items-center p-2 text-center text-ink-soft text-sm`}>
    {personText.noPhoto}
  </div>
);

/** The address under which this page may show the photo; null while it is fetched, and where there is none. */
export const usePhotoUrl = (src: string | null): string | null => {
  const { data } = useQuery({ ...privateFileQuery(src ?? ''), enabled: src !== null });
  return useObjectUrl(src === null ? undefined : data);
};

const LoadedPhoto = ({ src, name }: { src: string; name: string }) => {
  const { data, isPending } = useQuery(privateFileQuery(src));
  const url = useObjectUrl(data);
  if (isPending) return <Skeleton className={frame} />;
  if (!data) return <NoPhoto />;
  return url && <img alt={personText.photoOf(name)} className={`${frame} object-cover`} src={url} />;
};

const useObjectUrl = (blob: Blob | undefined): string | null => {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
};
