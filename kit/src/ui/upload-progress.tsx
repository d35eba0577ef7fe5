import { inputText } from '../text/zh-TW/input.ts';

export function UploadProgress({ progress }: { progress: number }) {
  const text = inputText.photo;
  const percent = Math.round(progress * 100);
  return (
    <div className="text-sm" role="status">
      <progress
        aria-label={text.uploading(percent)}
        className="block h-2 w-40 accent-sea-700"
        max={100}
        value={percent}
      />
      <p aria-hidden="true">{text.uploading(percent)}</p>
    </div>
  );
}
