import { lazyComponent } from '@portal/kit/ui/lazy-component.tsx';
import { Skeleton } from '@portal/kit/ui/skeleton.tsx';

export const DateField = lazyComponent(
  async () => (await import('@portal/kit/ui/date-field.tsx')).DateField,
  () => <Skeleton className="h-20 max-w-60" />,
);
