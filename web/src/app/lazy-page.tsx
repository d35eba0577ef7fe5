import { type LazyComponent, lazyComponent } from '@portal/kit/ui/lazy-component.tsx';
import type { ComponentType } from 'react';
import { PageSkeleton } from './page-skeleton.tsx';

export type LazyPage = LazyComponent<object>;

export const lazyPage = (load: () => Promise<ComponentType>): LazyPage => lazyComponent(load, PageSkeleton);
