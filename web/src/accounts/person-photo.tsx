import { failureKind } from '@portal/kit/browser/call.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Skeleton } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { privateFileQuery } from '../platform/private-file.ts';
import { personText } from '../text/zh-TW/person.ts';

const frame = 'aspect-[295/413] w-32 rounded-md border border-line bg-paper sm:w-40';

export const PersonPhoto = ({ src, name }: { src: string | null; name: string }) =>
  src === null ? <NoPhoto /> : <LoadedPhoto src={src} name={name} />;

const NoPhoto = ({ why = personText.noPhoto }: { why?: string | undefined }) => (
  <div className={`${frame} grid place-items-center p-2 text-center text-ink-soft text-sm`}>{why}</div>
);

/** A missing photo is no fault. */
const faultOf = (error: Error | null): string | undefined =>
  error && failureKind(error) !== 'missing' ? common.loadFailed : undefined;

export const usePhoto = (src: string | null): { url: string | null; fault: string | undefined } => {
  const { data, error } = useQuery({ ...privateFileQuery(src ?? ''), enabled: src !== null });
  return { url: useObjectUrl(src === null ? undefined : data), fault: faultOf(error) };
};

const LoadedPhoto = ({ src, name }: { src: string; name: string }) => {
  const { data, error, isPending } = useQuery(privateFileQuery(src));
  const url = useObjectUrl(data);
  if (isPending) return <Skeleton className={frame} />;
  if (!data) return <NoPhoto why={faultOf(error)} />;
  return url && <img alt={personText.photoOf(name)} className={`${frame} object-contain`} src={url} />;
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
