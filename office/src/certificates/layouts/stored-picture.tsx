import { certificatePicture } from '@portal/contract/office/certificate-layouts';
import { addressOf } from '@portal/kit/browser/request.ts';

interface StoredPictureProps {
  id: number;
  label: string;
  className: string;
}

export const StoredPicture = ({ id, label, className }: StoredPictureProps) => (
  <img
    alt={label}
    className={`rounded border border-line bg-surface object-contain p-1 ${className}`}
    src={addressOf(certificatePicture, { params: { id } })}
  />
);
