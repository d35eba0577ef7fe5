import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react';
import { PageSkeleton } from './page-skeleton.tsx';

export type LazyPage = FunctionComponent & {
  /** Fetches the page's code ahead of the visit. */
  preload(): Promise<void>;
};

/**
 * A page whose code comes when it is first opened. Not React.lazy: what has been fetched ahead renders at once,
 * and a skeleton gives way the moment the code is there instead of after Suspense's 300 ms.
 */
export const lazyPage = (load: () => Promise<ComponentType>): LazyPage => {
  let Page: ComponentType | undefined;
  let pending: Promise<void> | undefined;

  const fetchPage = async () => {
    try {
      Page = await load();
    } catch (error) {
      pending = undefined;
      throw error;
    }
  };
  const preload = () => {
    pending ??= fetchPage();
    return pending;
  };

  const Lazy = () => {
    const [state, setState] = useState<{ loaded: boolean; failure?: unknown }>({
      loaded: Page !== undefined,
    });
    useEffect(() => {
      let left = false;
      preload().then(
        () => left || setState({ loaded: true }),
        (failure: unknown) => left || setState({ loaded: false, failure }),
      );
      return () => {
        left = true;
      };
    }, []);
    if (state.failure !== undefined) throw state.failure;
    return Page ? <Page /> : <PageSkeleton />;
  };
  return Object.assign(Lazy, { preload });
};
